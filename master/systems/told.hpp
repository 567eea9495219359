// The result of a search of a real system, as JSON and as text (docs/reference/system-results.md), for a run
// and for each cell of a sweep.
#pragma once

#include <string>

#include "common/config/options.hpp"
#include "common/record/system_result.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns the verdict and the counterexamples.
[[nodiscard]] results::Json verdict_json(const search::SystemStrategy& search,
                                         const systems::Plan& plan, const config::Options& options);
/// Adds the numbers of executions, and the facts on which the verdict depends.
void add_numbers(results::Json& out, const search::SystemStrategy& search,
                 const config::Options& options);

/// Returns the summary of a run that ended before the end of its first execution.
[[nodiscard]] std::string nothing_executed(const systems::Plan& plan,
                                           const config::Options& options,
                                           const std::string& reason);
/// Logs the missing parts of the sandbox, the executions that were invalid at their first try, and the
/// differences between executions that should be equal.
void note_circumstances(const search::SystemStrategy& search, const Log& log);
/// Returns the parts of the sandbox that this machine does not allow. Empty if it allows all.
[[nodiscard]] std::string lacks_text(const search::SystemStrategy& search);
/// Returns a note about executions that were invalid at their first try and were repeated. Empty if none was.
[[nodiscard]] std::string retried_text(const search::SystemStrategy& search);
/// Returns the command that shows more about the counterexamples.
[[nodiscard]] std::string more_text(const config::Options& options);
/// Returns the command of the system and the number of nodes.
[[nodiscard]] std::string system_text(const systems::Plan& plan);
/// Returns how fault sets are drawn. Empty unless the strategy is `random`.
[[nodiscard]] std::string search_text(const search::SystemStrategy& search,
                                      const config::Options& options);
/// Returns one line about executions and one about determinism.
[[nodiscard]] std::string numbers_text(const search::SystemStrategy& search);
/// Returns each counterexample with the violated promises. If `result` is not null, adds the command that
/// replays the counterexample, and the events of the first counterexamples.
[[nodiscard]] std::string falsifiers_text(const search::SystemStrategy& search,
                                          const systems::Plan& plan, const config::Options& options,
                                          const SystemResult* result);

}  // namespace ldfi::app
