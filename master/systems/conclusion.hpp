// Sentences about the result of a search of a real system.
#pragma once

#include <string>

#include "common/config/options.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns what a proof by recordings assumes. `compared` is a phrase for how the determinism of the system
/// was checked.
[[nodiscard]] std::string certificate_text(const std::string& seed, const std::string& compared,
                                           ProofLevel level);
/// Returns what the proof of this search assumes. Empty if the search proves nothing.
[[nodiscard]] std::string certificate_of(const search::SystemStrategy& search,
                                         const config::Options& options);
/// Returns the reason why the search has no answer, or why its verdict is `vacuous`. Empty for other
/// verdicts.
[[nodiscard]] std::string reason_of(const search::SystemStrategy& search);
/// Returns the number of executions for each result, such as `{"pass": 3, …}`.
[[nodiscard]] results::Json results_json(const search::Known& known);
/// Return the violations that do not recur when the execution is replayed, as JSON and as text.
[[nodiscard]] results::Json flaky_json(const search::SystemStrategy& search);
[[nodiscard]] std::string flaky_text(const search::SystemStrategy& search);

}  // namespace ldfi::app
