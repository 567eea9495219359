// The facts that a pruner dropped. With them, another process can ground the same program without a
// pruner.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// A fact that a pruner dropped: its number in the order of grounding, and the number of the
/// question, from 1, that led to it. The pruner is asked once at the end of each tick, and also
/// within a tick if it bounds recursions that compute numbers.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
