// Makes JSON and text of the result of a search of a real system (docs/reference/system-results.md), for a
// run and for each cell of a sweep.
#pragma once

#include <string>

#include "common/config/options.hpp"
#include "common/record/system_result.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns the verdict and the counterexamples as JSON.
[[nodiscard]] results::Json verdict_json(const search::SystemStrategy& search,
                                         const systems::Plan& plan, const config::Options& options);
/// Adds the numbers of executions to the JSON, and the facts on which the verdict depends.
void add_numbers(results::Json& out, const search::SystemStrategy& search,
                 const config::Options& options);

/// Returns the summary of a run that ended before its first execution had ended.
[[nodiscard]] std::string nothing_executed(const systems::Plan& plan,
                                           const config::Options& options,
                                           const std::string& reason);
/// Logs the missing parts of the sandbox, the executions that were invalid at their first try, and the
/// differences between executions that should be equal.
void note_circumstances(const search::SystemStrategy& search, const Log& log);
/// Returns the parts of the sandbox that this machine does not allow. Empty if it allows all.
[[nodiscard]] std::string lacks_text(const search::SystemStrategy& search);
/// Returns a note about executions that were invalid at their first try and were repeated. Empty if
/// no execution was repeated.
[[nodiscard]] std::string retried_text(const search::SystemStrategy& search);
/// Returns the command that shows more about the counterexamples.
[[nodiscard]] std::string more_text(const config::Options& options);
/// Returns the command of the system, and the number of its nodes.
[[nodiscard]] std::string system_text(const systems::Plan& plan);
/// Returns how a random search draws fault sets. Empty for other strategies.
[[nodiscard]] std::string search_text(const search::SystemStrategy& search,
                                      const config::Options& options);
/// Returns one line about the executions, and one about the determinism of the system.
[[nodiscard]] std::string numbers_text(const search::SystemStrategy& search);
/// Returns each counterexample with the violated promises. If `result` is not null, adds the command that
/// replays the counterexample, and the events of the first counterexamples.
[[nodiscard]] std::string falsifiers_text(const search::SystemStrategy& search,
                                          const systems::Plan& plan, const config::Options& options,
                                          const SystemResult* result);

}  // namespace ldfi::app
