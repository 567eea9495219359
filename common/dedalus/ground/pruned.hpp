// What a pruner dropped, for whoever grounds the same again without asking.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// A fact that a pruner dropped, by its place in the order of grounding, and which of the questions
/// to the pruner that answered, from 1 on. There is one at the end of each tick, and, where
/// counting is bounded, more within.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
