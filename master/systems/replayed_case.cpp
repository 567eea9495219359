#include "master/systems/replayed_case.hpp"

#include "common/systems/faults/fault_text.hpp"
#include "master/systems/known_cases.hpp"
#include "master/systems/replayed.hpp"

namespace ldfi::app {
namespace {

using Kind = results::CaseOutcome::Kind;

results::CaseOutcome outcome(const results::TestCase& one, const search::SystemStrategy& search) {
  return results::outcome_of(one, search.recorded().recordings.front(),
                             search.recorded().outcomes.front().course);
}

}  // namespace

std::optional<results::TestCase> take_case(config::Options& options) {
  if (!options.replay || !options.replay->starts_with('@')) return std::nullopt;
  results::TestCase out = read_case_file(options.replay->substr(1));
  options.replay = systems::to_text(out.faults);
  options.seed = out.seed;
  if (options.deliveries) {  // on the command line
    out.deliveries = replayed_deliveries(*options.deliveries);
  } else if (out.deliveries) {
    options.deliveries = systems::to_text(*out.deliveries);
  }
  return out;
}

void check_case(const std::string& path, const results::TestCase& one, const systems::Plan& plan) {
  if (!one.deliveries) return;
  const auto refuse = [&path](const std::string& problem) {
    results::refuse_case(path, text_of_case(path), problem);
  };
  if (plan.kind == systems::Kind::runner) {
    refuse("it has deliveries, and a runner is asked for faults alone");
  }
  for (const systems::MessageId& id : *one.deliveries) {
    if (is_between_nodes(id, plan)) continue;
    refuse(systems::to_text(id) + " is not a message between two nodes of this system");
  }
}

std::string case_text_of(const results::TestCase& one, const search::SystemStrategy& search) {
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

ExitStatus status_of_case(const results::TestCase& one, const search::SystemStrategy& search) {
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
