// One execution of a real system as JSON, with all that a page tells of it.
#pragma once

#include "results/json/values.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {

/// docs/reference/results-json.md#show-of-a-real-system has its members.
[[nodiscard]] Json system_detail_json(const SystemResult& system, const ChosenExecution& chosen);

}  // namespace ldfi::results
