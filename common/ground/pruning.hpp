// The word that options, messages and grounding share for how much of the possible world to keep.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// When grounding drops what is possible on paper but happens under no fault set.
enum class Pruning : std::uint8_t {
  automatic,  ///< from the tick on at which the possible world grows faster and faster
  never,
  always,  ///< from the first tick on
};

}  // namespace ldfi::ground
