// How late a message is [DEMi16 §2]: by a time, or by a number of activations of its receiver. The
// second form determines only the order: which activations of the receiver come before the message,
// as in delay-bounded schedulers [EQR11].
#pragma once

#include <cstdint>
#include <limits>

namespace ldfi::systems {

/// How late a message is. Positive: a time in nanoseconds. Negative: a value of behind(), which
/// stands for a number of activations. In ascending order, the values of behind() come first, those
/// with fewer activations before those with more.
using Lateness = std::int64_t;

/// Returns the lateness of a message that is received directly after so many activations of its
/// receiver, counted from its planned time, or when `behind_within` of the Fspec is over. Requires
/// 1 ≤ activations ≤ most_behind.
constexpr Lateness behind(std::uint64_t activations) {
  return std::numeric_limits<Lateness>::min() + static_cast<Lateness>(activations);
}
constexpr std::uint64_t most_behind = 100;
constexpr bool is_behind(Lateness late) {
  return late < 0;
}
/// Returns the number of activations for which the message waits. Requires is_behind(late).
constexpr std::uint64_t activations_before(Lateness late) {
  return static_cast<std::uint64_t>(late - std::numeric_limits<Lateness>::min());
}
/// Returns true if both are times or both are activations, and `one` is not greater than `other`.
constexpr bool no_later(Lateness one, Lateness other) {
  return one <= other && is_behind(one) == is_behind(other);
}

}  // namespace ldfi::systems
