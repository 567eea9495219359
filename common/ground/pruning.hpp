// What options, messages and grounding share about how much of the possible world to keep.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// When grounding drops what is possible on paper but happens under no fault set.
enum class Pruning : std::uint8_t {
  automatic,  ///< from the tick on at which the possible world grows faster and faster
  never,
  always,  ///< from the first tick on
};

/// A fact that a pruner dropped, by its place in the order of grounding, and which of the questions
/// to the pruner that answered, from 1 on. There is one at the end of each tick, and, where
/// counting is bounded, more within.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
