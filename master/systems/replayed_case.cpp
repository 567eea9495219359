#include "master/systems/replayed_case.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "master/systems/known_cases.hpp"

namespace ldfi::app {
namespace {

using Kind = results::CaseOutcome::Kind;

results::CaseOutcome outcome(const results::TestCase& one, const SystemSearch& search) {
  return results::outcome_of(one, search.recorded().recordings.front(),
                             search.recorded().outcomes.front().course);
}

}  // namespace

std::optional<results::TestCase> take_case(config::Options& options) {
  if (!options.replay || !options.replay->starts_with('@')) return std::nullopt;
  results::TestCase out = read_case_file(options.replay->substr(1));
  options.replay = out.faults.empty() ? "none" : fmt::format("{}", fmt::join(out.faults, " "));
  options.seed = out.seed;
  if (out.deliveries) {
    options.deliveries =
        out.deliveries->empty() ? "none" : fmt::format("{}", fmt::join(*out.deliveries, " "));
  }
  return out;
}

std::string case_text_of(const results::TestCase& one, const SystemSearch& search) {
  const results::CaseOutcome found = outcome(one, search);
  switch (found.kind) {
    case Kind::violated:
      return "violated";
    case Kind::not_violated:
      return "not violated";
    case Kind::diverged:
      return "diverged: " + found.why;
  }
  return "";
}

ExitStatus status_of_case(const results::TestCase& one, const SystemSearch& search) {
  switch (outcome(one, search).kind) {
    case Kind::violated:
      return ExitStatus::counterexample;
    case Kind::not_violated:
      return ExitStatus::certified;
    case Kind::diverged:
      return ExitStatus::inconclusive;
  }
  return ExitStatus::internal;
}

}  // namespace ldfi::app
