// The fault of messages that arrive late, and so may be overtaken [DEMi16 §2]. Written
// D(from,to,sent,+late), or D(from,to,sent,relation,+late) of the messages of one relation.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "common/faults/channel.hpp"
#include "common/faults/fault_fact.hpp"
#include "common/faults/place.hpp"

namespace ldfi {

class FaultReader;
class Fspec;
struct FaultTick;
struct Names;
struct Omission;

/// Every message from `from` to `to` sent at `sent`, or every one of `relation`, arrives `late` ticks later than it would: at
/// sent + 1 + late. late ≥ 1.
struct Delay {
  static constexpr char letter = 'D';
  static constexpr const char* form = "D(from,to,time,+ticks), D(from,to,time,relation,+ticks)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::length;
  static constexpr std::string_view option = "delay-count";  ///< how many there may be
  static constexpr std::string_view weight = "delays";       ///< what their weight is called
  static constexpr std::size_t axis = 9;                     ///< of sweeps: the number of faults
  static constexpr std::string_view failure = "late";        ///< its word in failure ids
  using Number = std::optional<int>;  ///< the type of their number; without a value: any number
  static constexpr NumberWords number{
      "delay",   "delays", "fspec.delays.count",
      1'000'000, true,     "how many delays may happen; otherwise any number"};
  static constexpr LimitCodes codes{"fault-delay", "fault-delays", "delays"};
  /// By how many ticks messages are late at most; 0 if they may not be.
  static int latest(const auto& delays) { return delays.most; }
  /// The limit of the ticks of all of them together, if there is one.
  static std::optional<int> in_all(const auto& delays) { return delays.budget; }
  /// The number of them that a fault set has at most, in the parameters of an Fspec.
  static auto& most(auto& fspec) { return fspec.delays.count; }

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
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, relation, to, late};
  }
  /// Adds what it does at a tick.
  void strike(FaultTick& tick) const;
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

/// Reads a delay from behind its opening parenthesis; reports what is wrong.
void read(FaultReader& reader, Delay*);

}  // namespace ldfi
