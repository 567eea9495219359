// Writes an Fspec into a recording, as its key `spec` (docs/reference/recording-format.md#spec).
// read_spec() reads it again.
#pragma once

#include <nlohmann/json.hpp>

#include "common/systems/faults/fspec.hpp"

namespace ldfi::systems {

[[nodiscard]] nlohmann::ordered_json spec_json(const Fspec& fspec);

}  // namespace ldfi::systems
