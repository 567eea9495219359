// A hash of an execution. Equal executions have equal shapes; different executions have different
// shapes, except for hash collisions.
#pragma once

#include <cstdint>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Shape {
  std::uint64_t whole = 0;   ///< hash of all events and fates (XXH3, event by event)
  std::uint64_t before = 0;  ///< hash of the events before the first fault that struck
};

[[nodiscard]] Shape shape_of(const Recording& recording);

/// Returns true for an event that is a fault: a crash, a pause, or the sending of a message that a
/// fault strikes.
[[nodiscard]] bool is_fault(const Event& event);

}  // namespace ldfi::systems
