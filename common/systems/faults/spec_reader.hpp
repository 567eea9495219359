// Reads an Fspec from a recording, from its key `spec` (docs/reference/recording-format.md#spec).
// Private to common/systems.
#pragma once

#include "common/systems/faults/fspec.hpp"
#include "common/systems/fields.hpp"

namespace ldfi::systems {

/// Returns the Fspec. Requires that `object` is a JSON object. `fields` reports all problems.
[[nodiscard]] Fspec read_spec(const Fields::Json& object, Fields& fields);

}  // namespace ldfi::systems
