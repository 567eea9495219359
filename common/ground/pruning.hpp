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

/// A fact that was dropped, by its place in the order of grounding, and the tick at whose end it
/// was.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t tick = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
