// What a search of a real system comes to, in words.
#pragma once

#include <string>

#include "master/systems/system_search.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// What the proof rests on; empty if there is none.
[[nodiscard]] std::string certificate_of(const SystemSearch& search,
                                         const config::Options& options);
/// Why there is no answer, or why the verdict is `vacuous`; empty for every other verdict.
[[nodiscard]] std::string reason_of(const SystemSearch& search);
/// What does not recur each time.
[[nodiscard]] results::Json flaky_json(const SystemSearch& search);
[[nodiscard]] std::string flaky_text(const SystemSearch& search);

}  // namespace ldfi::app
