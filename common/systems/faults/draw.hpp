// Describes faults that are drawn at random while an execution runs: each fault happens with a
// given probability wherever it may happen. A draw depends only on the seed, its own number, the
// message or node that may be hit, and the limits of the Fspec.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/systems/faults/kinds.hpp"

namespace ldfi::systems {

/// Probability 1, in millionths.
constexpr std::uint32_t certain = 1'000'000;

/// The probability of each kind of fault at each opportunity, in millionths. For a message that no
/// partition loses, a delay is drawn first, then a duplicate, then a loss. The first one that is
/// drawn happens. Before each activation, a restart is drawn before a crash. For a border, one draw
/// is made in each window in which a message would cross it.
using Chances = KindMap<std::uint32_t>;

struct Draw {
  std::uint64_t number = 0;  ///< number of the draw, from 1
  Chances chances{};
  bool operator==(const Draw&) const = default;
};

/// Returns a pseudo-random number, uniformly distributed, that depends only on the arguments.
[[nodiscard]] std::uint64_t drawn(std::uint64_t seed, std::string_view what);

}  // namespace ldfi::systems
