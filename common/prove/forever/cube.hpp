// Cubes: sets of states of a circuit in which some latches have fixed values, and all other latches
// may have any value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::forever {

/// A latch with a value: twice the number of the latch, plus one if the value is false. Some
/// latches store their negated value; then the literal is about the stored value.
using LatchLiteral = std::uint32_t;

/// The latches that have fixed values, with these values, sorted. Each latch occurs at most once.
using Cube = std::vector<LatchLiteral>;

/// Returns true if the first state, in which all latches are false, is not in the cube.
[[nodiscard]] inline bool excludes_first(const Cube& cube) {
  return std::ranges::any_of(cube, [](LatchLiteral l) { return (l & 1U) == 0; });
}

/// Returns true if each state of `small` is a state of `large`.
[[nodiscard]] inline bool within(const Cube& small, const Cube& large) {
  return std::ranges::includes(small, large);
}

}  // namespace ldfi::forever
