// Finds delays by different numbers of activations (handled messages and timers) that lead to the
// same execution [EQR11]. If a receiver gets several delayed messages directly after each other,
// several numbers give the same order. One execution then decides all of these numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/systems/faults/fault_set.hpp"

namespace ldfi::systems {

/// Returns the number of activations (handled messages and timers) of the receiver by which the
/// faults delay the message. Returns 0 if the faults do not delay the message, or delay it by a
/// time.
inline std::uint64_t delay_in_activations(const FaultSet& faults, const MessageId& id) {
  const Delay* const delay = faults.find<Delay>(id);
  return delay != nullptr && is_behind(delay->late) ? activations_before(delay->late) : 0;
}

/// Bounds for a message that was delayed by activations (handled messages and timers) of its
/// receiver, or waited for such a message. Messages that a receiver gets directly after each other
/// form a queue. The message joins the queue when its wait ends. Another fault set leads to the
/// same execution if each delayed message still joins its queue within its bounds and in the same
/// order.
struct Joining {
  /// A point in the order of a receiver's events. Each activation k is followed by three points:
  /// directly after k, after the messages that k unblocks, and when a waiting time ends.
  using Moment = std::uint64_t;
  static constexpr Moment behind_activation(std::uint64_t k) { return 4 * k; }
  static constexpr Moment behind_channel(std::uint64_t k) { return 4 * k + 1; }
  static constexpr Moment over_after(std::uint64_t k) { return 4 * k + 2; }
  static constexpr bool is_over(Moment moment) { return moment % 4 == 2; }
  static constexpr Moment never = std::numeric_limits<Moment>::max();

  MessageId message;
  std::uint64_t ticket = 0;  ///< number of the message in the class Holding, ascending in the order
                             ///< of arrival
  std::uint64_t done = 0;    ///< number of activations of the receiver when the message was held
  /// True if the message waited for an earlier message of its channel. Such a message may also wait
  /// for 0 activations of its own.
  bool blocked = false;
  Moment free = 0;  ///< moment from which on no earlier message of the channel blocks the message
  Moment over = never;  ///< moment at which the time limit of its wait ends
  Moment earliest = 0;
  Moment latest = never;
  /// Index of the message that joins the queue directly before this message; nullopt if none does.
  std::optional<std::size_t> before{};

  /// Returns the moment at which the message joins the queue if it waits for this number of
  /// activations.
  [[nodiscard]] Moment joins(std::uint64_t activations) const {
    return std::max(free, std::min(behind_activation(done + activations), over));
  }
  [[nodiscard]] bool fits(std::uint64_t activations) const {
    const Moment then = joins(activations);
    if (activations == 0 && !blocked) return false;
    return earliest <= then && then <= latest;
  }
  /// Returns true if this message joins the queue after the other one when they wait for
  /// `activations` and `others` activations. At the same moment, the message that was held first
  /// joins first.
  [[nodiscard]] bool follows(std::uint64_t activations, const Joining& other,
                             std::uint64_t others) const {
    const Moment here = joins(activations);
    const Moment there = other.joins(others);
    return there < here || (there == here && other.ticket < ticket);
  }
};

}  // namespace ldfi::systems
