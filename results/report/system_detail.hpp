// Writes an execution of a real system as JSON, with everything that a page shows about it.
#pragma once

#include "results/json/values.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {

/// Returns the JSON of the execution. docs/reference/results-json.md#show-of-a-real-system lists the members.
[[nodiscard]] Json system_detail_json(const SystemResult& system, const ChosenExecution& chosen);

}  // namespace ldfi::results
