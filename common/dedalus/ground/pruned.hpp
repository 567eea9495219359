// The facts that a pruner dropped, for another process that grounds the same without asking anew.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// A fact that a pruner dropped: its place in the order of grounding, and the number, from 1 on, of
/// the question to the pruner that was answered so. There is one question at the end of each tick,
/// and there are more within a tick where counting is bounded.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
