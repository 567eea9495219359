// Two executions that are the same have the same shape; others have another one.
#pragma once

#include <cstdint>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct Shape {
  std::uint64_t whole = 0;   ///< of all that happened, fates included (XXH3, event by event)
  std::uint64_t before = 0;  ///< of what happened before the first fault that struck
};

[[nodiscard]] Shape shape_of(const Recording& recording);

/// True for an event that is a fault: a message lost or late, a crash.
[[nodiscard]] bool is_fault(const Event& event);

}  // namespace ldfi::systems
