// The fault of a message that is lost [LDFI15 §2.1.1]. Written O(from,to,sent).
#pragma once

#include <compare>
#include <string>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;
class FaultReader;

/// Every message from `from` to `to` sent at `sent` is lost; from ≠ to.
struct Omission {
  static constexpr char letter = 'O';
  static constexpr const char* form = "O(from,to,time)";

  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Omission&) const = default;

  /// Members in the order of writing, for text, bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return from == to ? "an omission from a node to itself" : nullptr;
  }
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.from == from && c.to == to && c.sent == sent;
  }
  [[nodiscard]] Losses losses() const { return {from, to, sent, sent}; }
  [[nodiscard]] NodeState state_of(NodeId, Time) const { return NodeState::up; }
  [[nodiscard]] Time first() const { return sent; }
  [[nodiscard]] static std::optional<FaultFact> makes() { return std::nullopt; }
};

/// True if 1 ≤ sent ≤ EFF, as the EffMode reads it, and both nodes exist.
[[nodiscard]] bool admits(const Fspec& fspec, const Omission& omission);
/// `messages from a to b sent at 3 are lost`
[[nodiscard]] std::string in_words(const Omission& omission, const Fspec& fspec);
/// `lost: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Omission& omission, const Fspec& fspec);

/// Every Fspec has omissions, if only of no message.
[[nodiscard]] inline bool in_use(const Fspec&, Omission*) {
  return true;
}
/// Reads an omission from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Omission*);

}  // namespace ldfi
