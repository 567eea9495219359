// Cubes: sets of states of a circuit in which some latches have fixed values and the others have any value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::forever {

/// Twice the number of a latch, plus one if the latch is false. For a latch that is stored negated, the
/// stored value counts.
using LatchLiteral = std::uint32_t;

/// The fixed latches with their values, sorted; each latch occurs at most once.
using Cube = std::vector<LatchLiteral>;

/// True if the first state is not in the cube. All latches are false in the first state.
[[nodiscard]] inline bool excludes_first(const Cube& cube) {
  return std::ranges::any_of(cube, [](LatchLiteral l) { return (l & 1U) == 0; });
}

/// True if all states of `small` are states of `large`.
[[nodiscard]] inline bool within(const Cube& small, const Cube& large) {
  return std::ranges::includes(small, large);
}

}  // namespace ldfi::forever
