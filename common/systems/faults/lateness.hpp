// How late a message is [DEMi16 §2]: by so much time, or behind so many activations of its receiver. The
// latter is about the order alone: which of the things that its receiver does come before it, as
// schedulers that are bounded by delays have it [EQR11].
#pragma once

#include <cstdint>
#include <limits>

namespace ldfi::systems {

/// Nanoseconds, above 0; or what `behind` says, below 0. Ascending: first those behind fewer activations,
/// then the shorter times.
using Lateness = std::int64_t;

/// It comes right after so many things that its receiver does once it would have come, or when the
/// Fspec's `behind_within` is over. Requires 1 ≤ activations ≤ most_behind.
constexpr Lateness behind(std::uint64_t activations) {
  return std::numeric_limits<Lateness>::min() + static_cast<Lateness>(activations);
}
constexpr std::uint64_t most_behind = 100;
constexpr bool is_behind(Lateness late) {
  return late < 0;
}
/// Requires is_behind().
constexpr std::uint64_t activations_before(Lateness late) {
  return static_cast<std::uint64_t>(late - std::numeric_limits<Lateness>::min());
}
/// As late or later, by time or by order as the other one.
constexpr bool no_later(Lateness one, Lateness other) {
  return one <= other && is_behind(one) == is_behind(other);
}

}  // namespace ldfi::systems
