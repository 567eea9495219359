// Hashes of an execution. Equal executions have equal hashes. Different executions have different
// hashes, except for rare collisions.
#pragma once

#include <cstdint>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Shape {
  std::uint64_t whole = 0;   ///< hash of all events and fates (XXH3, event by event)
  std::uint64_t before = 0;  ///< hash of the events before the first event that a fault caused or
                             ///< changed
};

[[nodiscard]] Shape shape_of(const Recording& recording);

/// Returns true if the event is a crash, a pause, or the sending of a message that a fault hits.
[[nodiscard]] bool is_fault(const Event& event);

}  // namespace ldfi::systems
