// Writes the Fspec of a recording as its `spec` (docs/reference/recording-format.md#spec).
// read_spec() reads the result.
#pragma once

#include <nlohmann/json.hpp>

#include "common/systems/faults/fspec.hpp"

namespace ldfi::systems {

[[nodiscard]] nlohmann::ordered_json spec_json(const Fspec& fspec);

}  // namespace ldfi::systems
