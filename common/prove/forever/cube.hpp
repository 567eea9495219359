// Sets of states of a circuit: some latches have certain values, the others any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/prove/forever/aig.hpp"

namespace ldfi::forever {

/// Twice the number of a latch, plus one if it is false. A latch that is stored negated counts as
/// it is stored.
using LatchLiteral = std::uint32_t;

/// Sorted, each latch once.
using Cube = std::vector<LatchLiteral>;

/// True if the first state is none of them: all its latches are false.
[[nodiscard]] inline bool excludes_first(const Cube& cube) {
  return std::ranges::any_of(cube, [](LatchLiteral l) { return (l & 1U) == 0; });
}

/// True if all states of `small` are states of `large`.
[[nodiscard]] inline bool within(const Cube& small, const Cube& large) {
  return std::ranges::includes(small, large);
}

}  // namespace ldfi::forever
