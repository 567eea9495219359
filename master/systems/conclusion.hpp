// The words for the result of a search of a real system.
#pragma once

#include <string>

#include "common/config/options.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns what a proof by recordings assumes. `compared` says how the determinism of the system was checked.
[[nodiscard]] std::string certificate_text(const std::string& seed, const std::string& compared,
                                           ProofLevel level);
/// Returns what the proof assumes. Empty if there is no proof.
[[nodiscard]] std::string certificate_of(const search::SystemStrategy& search,
                                         const config::Options& options);
/// Returns why there is no answer, or why the verdict is `vacuous`. Empty for every other verdict.
[[nodiscard]] std::string reason_of(const search::SystemStrategy& search);
/// Returns the number of executions by result: `{"pass": 3, …}`.
[[nodiscard]] results::Json results_json(const search::Known& known);
/// Return the violations that do not recur in each replay.
[[nodiscard]] results::Json flaky_json(const search::SystemStrategy& search);
[[nodiscard]] std::string flaky_text(const search::SystemStrategy& search);

}  // namespace ldfi::app
