// Faults that are drawn while an execution runs, each with a probability at each place where it may happen. A draw
// depends only on the seed, its number, the name of the place and the limits of the Fspec.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/systems/faults/kinds.hpp"

namespace ldfi::systems {

/// The probability 1, in millionths.
constexpr std::uint32_t certain = 1'000'000;

/// The probability of a fault of each kind at each of its places, in millionths. A message that no cut loses gets
/// the first fault that is drawn of delay, duplicate and loss. At a moment, a restart is drawn before a crash. A
/// border has one draw for each window in which a message would cross it.
using Chances = KindMap<std::uint32_t>;

struct Draw {
  std::uint64_t number = 0;  ///< number of the draw, from 1
  Chances chances{};
  bool operator==(const Draw&) const = default;
};

/// Returns a pseudo-random number, which depends only on both arguments. All values are equally probable.
[[nodiscard]] std::uint64_t drawn(std::uint64_t seed, std::string_view what);

}  // namespace ldfi::systems
