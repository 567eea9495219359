// The `spec` of a recording: which faults there may be (docs/reference/recording-format.md#spec). Private to common/systems.
#pragma once

#include "common/systems/faults/fspec.hpp"
#include "common/systems/fields.hpp"

namespace ldfi::systems {

/// `object` is one. What is wrong with it is reported to `fields`.
[[nodiscard]] Fspec read_spec(const Fields::Json& object, Fields& fields);

}  // namespace ldfi::systems
