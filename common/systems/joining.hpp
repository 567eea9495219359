// Behind how many other activations a message might as well have come [EQR11]: where what it waits for is
// followed by what else was held, several numbers tell one order. So one execution answers for all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "common/systems/faults/fault_set.hpp"

namespace ldfi::systems {

/// Behind how many activations it is to come; 0 if it is not late, or by time.
inline std::uint64_t behind_how_many(const FaultSet& faults, const MessageId& id) {
  const Delay* const delay = faults.find<Delay>(id);
  return delay != nullptr && is_behind(delay->late) ? activations_before(delay->late) : 0;
}

/// A message that was late behind activations, or waited behind what was. What its receiver gets next, one
/// right after the other, is a queue; it joins that when it need not wait any more. A fault set under which
/// all that is held joins within these bounds, and each behind the one before it, makes the same execution.
struct Joining {
  /// Moments, in order: right behind the k-th activation of the receiver, once what comes then may be
  /// followed on its channel, and when the time of what waits is over.
  using Moment = std::uint64_t;
  static constexpr Moment behind_activation(std::uint64_t k) { return 4 * k; }
  static constexpr Moment behind_channel(std::uint64_t k) { return 4 * k + 1; }
  static constexpr Moment over_after(std::uint64_t k) { return 4 * k + 2; }
  static constexpr bool is_over(Moment moment) { return moment % 4 == 2; }
  static constexpr Moment never = std::numeric_limits<Moment>::max();

  MessageId message;
  std::uint64_t ticket = 0;  ///< of what is held, in its order
  std::uint64_t done = 0;    ///< how often the receiver had done something when it was held
  bool blocked = false;      ///< so it waits, late or not: no activations are a number, too
  Moment free = 0;           ///< when nothing blocks its channel any more
  Moment over = never;       ///< when its time is over
  Moment earliest = 0;
  Moment latest = never;
  /// What comes right before it, if that was late so, too: its place among them.
  std::optional<std::size_t> before{};

  /// When it joins, if it waits for so many.
  [[nodiscard]] Moment joins(std::uint64_t activations) const {
    return std::max(free, std::min(behind_activation(done + activations), over));
  }
  [[nodiscard]] bool fits(std::uint64_t activations) const {
    const Moment then = joins(activations);
    if (activations == 0 && !blocked) return false;
    return earliest <= then && then <= latest;
  }
  /// Waiting for so many it joins behind the other one, which waits for `others`. Of what joins at once
  /// what was held first comes first.
  [[nodiscard]] bool follows(std::uint64_t activations, const Joining& other,
                             std::uint64_t others) const {
    const Moment here = joins(activations);
    const Moment there = other.joins(others);
    return there < here || (there == here && other.ticket < ticket);
  }
};

}  // namespace ldfi::systems
