// The fault of messages that arrive late, and so may be overtaken [DEMi16 §2]. Written
// D(from,to,sent,+late), or D(from,to,sent,relation,+late) of the messages of one relation.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;
class FaultReader;
struct Names;
struct Omission;

/// Every message from `from` to `to` sent at `sent`, or every one of `relation`, arrives `late` ticks later than it would: at
/// sent + 1 + late. late ≥ 1.
struct Delay {
  static constexpr char letter = 'D';
  static constexpr const char* form = "D(from,to,time,+ticks), D(from,to,time,relation,+ticks)";

  NodeId from;
  NodeId to;
  Time sent;
  std::int32_t late = 1;
  NamedId relation = no_relation;  ///< of these messages alone; no_relation: of all
  bool operator==(const Delay&) const = default;
  /// The relation before the ticks.
  std::strong_ordering operator<=>(const Delay& other) const {
    return std::tie(from, to, sent, relation, late) <=>
           std::tie(other.from, other.to, other.sent, other.relation, other.late);
  }

  /// Members in the order of writing, for bytes and hashes.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent), action(self.relation), action(self.late);
  }
  /// Why no fault set may contain this fault, as a text; null if one may.
  [[nodiscard]] const char* malformed() const {
    return late < 1 ? "a late message that is not late" : nullptr;
  }
  /// What is late is not there in time.
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.kind == (from == to ? ChannelKind::itself : ChannelKind::message) && c.from == from &&
           c.to == to && c.sent == sent && c.relation == relation;
  }
  /// True if both are about the same messages.
  [[nodiscard]] bool same_messages(const Delay& other) const {
    return from == other.from && to == other.to && sent == other.sent && relation == other.relation;
  }
  [[nodiscard]] Losses losses() const { return {from, to, sent, sent}; }
  [[nodiscard]] static NodeState state_of(NodeId, Time) { return NodeState::up; }
  [[nodiscard]] Time first() const { return sent; }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, relation, to, late};
  }
};

/// True if the Fspec admits that messages are so late, both nodes exist, and they arrive by EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Delay& delay);
/// `messages from a to b sent at 3 arrive 2 ticks late`
[[nodiscard]] std::string in_words(const Delay& delay, const Fspec& fspec);
/// `2 ticks late: a → b, sent at 3`, as a node of a lineage
[[nodiscard]] std::string as_cause(const Delay& delay, const Fspec& fspec);
/// `a,b,3,+2`: what stands between the parentheses.
[[nodiscard]] std::string arguments(const Delay& delay, const Names& names);
/// Why no fault set may contain both, as a text; null if one may. Requires `one` < `other`.
[[nodiscard]] const char* excludes(const Omission& omission, const Delay& delay);
/// As above.
[[nodiscard]] const char* excludes(const Delay& one, const Delay& other);

/// True if messages may be late under this Fspec.
[[nodiscard]] bool in_use(const Fspec& fspec, Delay*);
/// Reads a delay from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Delay*);
/// Called once all faults are read: reports the first delay that the Fspec does not allow.
void check_count(FaultReader& reader, Delay*);

}  // namespace ldfi
