// How late a message is [DEMi16 §2]: by a time, or by a number of activations of its receiver.
// Activations are the messages and timers that the receiver handles. A delay by activations fixes
// only the order: which activations of the receiver come before the message, as in delay-bounded
// schedulers [EQR11].
#pragma once

#include <cstdint>
#include <limits>

namespace ldfi::systems {

/// How late a message is. A positive value is a time in nanoseconds. A negative value stands for a
/// number of activations of the receiver, see behind(). Values for fewer activations are less than
/// values for more.
using Lateness = std::int64_t;

/// Returns the delay of a message that waits for this number of activations (handled messages and
/// timers) of its receiver. They are counted from the planned time of arrival. The wait ends after
/// `behind_within` of the Fspec at the latest. Requires 1 ≤ activations ≤ most_behind.
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
/// Returns true if `one` is not greater than `other`. Returns false if one is a time and the other
/// a number of activations.
constexpr bool is_at_most_as_late(Lateness one, Lateness other) {
  return one <= other && is_behind(one) == is_behind(other);
}

}  // namespace ldfi::systems
