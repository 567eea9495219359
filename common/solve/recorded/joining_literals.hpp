// Literals for messages that wait for a number of activations of their receiver before delivery
// (joining.hpp). A recording also answers for other such delays of its messages, unless a message
// joins its receiver's queue in another order.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "common/solve/recorded/fault_literals.hpp"

namespace ldfi::recorded {

class JoiningLiterals {
 public:
  using Literals = std::vector<sat::Literal>;

  /// All arguments must outlive this object.
  JoiningLiterals(sat::Solver& solver, const systems::Fspec& fspec, const FaultLiterals& faults);

  /// Adds literals to `out`. One of them must be true if a message waits for a number of
  /// activations that changes the execution. With `no_less`, one is also true if a message waits
  /// for fewer activations than in the recording.
  void elsewhere(const systems::Course& course, bool no_less, Literals& out);

 private:
  /// A range of numbers of activations, both ends included.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    auto operator<=>(const Range&) const = default;
  };

  [[nodiscard]] Range range_of(const systems::Joining& one) const;
  /// Adds literals to `out`. They are true only if the number of activations after which the
  /// message is delivered is outside the range.
  void outside(const systems::MessageId& id, Range range, Literals& out);
  /// Returns a literal that is true only if the message is delivered after fewer than `than`
  /// activations. Requires than > 0.
  sat::Literal fewer(const systems::MessageId& id, std::uint64_t than);
  /// Returns a literal that is true only if `one` is not delivered after `before`, when the delays
  /// of the two messages are in the given ranges. Returns 0 if this is impossible.
  sat::Literal out_of_order(const systems::Joining& one, Range range,
                            const systems::Joining& before, Range others);

  sat::Solver& solver_;
  const FaultLiterals& faults_;
  /// Largest number of activations by which the Fspec allows messages to be late.
  std::uint64_t most_ = 0;
  std::map<std::pair<systems::MessageId, Range>, sat::Literal> outside_;
  /// For each message, the literals of "delivered after fewer than most_ activations", "fewer than
  /// most_ - 1", and so on.
  std::map<systems::MessageId, Literals> fewer_;
};

}  // namespace ldfi::recorded
