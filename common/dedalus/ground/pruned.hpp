// The facts that a pruner dropped, so that another process can ground the same program without
// asking again.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// A fact that a pruner dropped: its number in the order of grounding, and the number of the
/// question, from 1, whose answer named it. The pruner is asked once at the end of each tick, and
/// within a tick where it bounds counting.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
