#include "master/systems/case_result.hpp"

#include <fmt/core.h>

namespace ldfi::app {

CaseResult result_of(const results::TestCase& one, const search::SystemStrategy& search) {
  if (search.executions() == 0) {
    return {CaseOutcome::diverged, "it was not executed: " + search.reason()};
  }
  if (!search.flaky().empty()) {
    const search::Flaky& flaky = search.flaky().front();
    return {CaseOutcome::diverged,
            fmt::format("it fails in {} of {} executions", flaky.failed, flaky.replays)};
  }
  if (const std::string doubt = search.doubt(); !doubt.empty()) {
    return {CaseOutcome::diverged, doubt};
  }
  const search::Recorded& recorded = search.recorded();
  return results::outcome_of(one, recorded.recordings.front(), recorded.outcomes.front().course);
}

}  // namespace ldfi::app
