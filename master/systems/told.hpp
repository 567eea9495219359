// What a search of a real system came to, as scripts and people read it (docs/reference/system-results.md): of a run, and
// of each cell of a sweep.
#pragma once

#include <string>

#include "common/config/options.hpp"
#include "common/record/system_result.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Verdict and counterexamples.
[[nodiscard]] results::Json verdict_json(const search::SystemStrategy& search,
                                         const systems::Plan& plan, const config::Options& options);
/// What was executed, and what the verdict rests on.
void add_numbers(results::Json& out, const search::SystemStrategy& search,
                 const config::Options& options);

/// Returns the summary of a run that ended before its first execution did.
[[nodiscard]] std::string nothing_executed(const systems::Plan& plan,
                                           const config::Options& options,
                                           const std::string& reason);
/// Notes in the log what the sandbox lacks, which executions were invalid at their first try, and how executions
/// differ that should be equal.
void note_circumstances(const search::SystemStrategy& search, const Log& log);
/// What of the sandbox this machine does not allow; empty: nothing.
[[nodiscard]] std::string lacks_text(const search::SystemStrategy& search);
/// Returns a note about executions that were invalid at their first try and were repeated. Empty if none was.
[[nodiscard]] std::string retried_text(const search::SystemStrategy& search);
/// The command that shows more of counterexamples.
[[nodiscard]] std::string more_text(const config::Options& options);
/// The command, and how many nodes there are.
[[nodiscard]] std::string system_text(const systems::Plan& plan);
/// How fault sets are drawn, if they are; else nothing.
[[nodiscard]] std::string search_text(const search::SystemStrategy& search,
                                      const config::Options& options);
/// Executions, and determinism: a line each.
[[nodiscard]] std::string numbers_text(const search::SystemStrategy& search);
/// Each counterexample with what it violates and, if there is a result, the command that replays it,
/// and for the first ones what happened.
[[nodiscard]] std::string falsifiers_text(const search::SystemStrategy& search,
                                          const systems::Plan& plan, const config::Options& options,
                                          const SystemResult* result);

}  // namespace ldfi::app
