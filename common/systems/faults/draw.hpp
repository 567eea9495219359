// Faults that are drawn at random while an execution runs, each with a probability at each place at
// which it may happen. A draw depends only on the seed, its number, the name of the place and the
// limits of the Fspec.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/systems/faults/kinds.hpp"

namespace ldfi::systems {

/// Probability 1 in millionths.
constexpr std::uint32_t certain = 1'000'000;

/// The probability of each kind of fault at each place at which it may happen, in millionths. A
/// message that no cut loses gets the first of these faults that is drawn: delay, duplicate, loss.
/// At a moment, a restart is drawn before a crash. For a border, one draw is made in each window in
/// which a message would cross it.
using Chances = KindMap<std::uint32_t>;

struct Draw {
  std::uint64_t number = 0;  ///< number of the draw, from 1
  Chances chances{};
  bool operator==(const Draw&) const = default;
};

/// Returns a pseudo-random number that depends only on the two arguments. All values are equally
/// probable.
[[nodiscard]] std::uint64_t drawn(std::uint64_t seed, std::string_view what);

}  // namespace ldfi::systems
