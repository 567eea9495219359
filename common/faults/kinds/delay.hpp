// The fault of messages that arrive late, so that other messages may overtake them [DEMi16 §2].
// Written D(from,to,sent,+late), or D(from,to,sent,relation,+late) for the messages of one
// relation.
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

/// Messages from `from` to `to` that are sent at `sent` arrive at sent + 1 + late. Without the
/// fault, they would arrive at sent + 1. Concerns only messages of `relation`, or all if there is
/// no relation. late ≥ 1.
struct Delay {
  static constexpr char letter = 'D';
  static constexpr const char* form = "D(from,to,time,+ticks), D(from,to,time,relation,+ticks)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::length;
  /// Option that limits the number of delays.
  static constexpr std::string_view option = "delay-count";
  static constexpr std::string_view weight = "delays";  ///< name of this kind in options for
                                                        ///< weights
  static constexpr std::size_t axis = 9;                ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "late";
  using Number = std::optional<int>;  ///< type of the limit of such faults; nullopt if there is no
                                      ///< limit
  static constexpr NumberWords number{
      "delay",   "delays", "fspec.delays.count",
      1'000'000, true,     "how many delays may happen; otherwise any number"};
  static constexpr LimitCodes codes{"fault-delay", "fault-delays", "delays"};
  /// Returns the largest number of ticks by which a message may be late; 0 if none may be late.
  static int latest(const auto& delays) { return delays.most; }
  /// Returns the limit for the total number of ticks of all delays; nullopt if there is no limit.
  static std::optional<int> in_all(const auto& delays) { return delays.budget; }
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::count | Support::every_eot | Support::schedules |
                                     Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of delays.
  static auto& most(auto& fspec) { return fspec.delays.count; }

  NodeId from;
  NodeId to;
  Time sent;
  std::int32_t late = 1;
  NamedId relation = no_relation;  ///< relation of the late messages; no_relation if all messages
                                   ///< are late
  bool operator==(const Delay&) const = default;
  /// Compares the relations before the ticks.
  std::strong_ordering operator<=>(const Delay& other) const {
    return std::tie(from, to, sent, relation, late) <=>
           std::tie(other.from, other.to, other.sent, other.relation, other.late);
  }

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent), action(self.relation), action(self.late);
  }
  /// Returns the reason why no fault set may contain this delay, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return late < 1 ? "a delay has at least one tick" : nullptr;
  }
  /// Returns true if the messages of the channel do not arrive at the next tick because of the
  /// delay.
  [[nodiscard]] bool loses(const Channel& c) const {
    return c.kind == (from == to ? ChannelKind::itself : ChannelKind::message) && c.from == from &&
           c.to == to && c.sent == sent && c.relation == relation;
  }
  /// Returns true if both faults delay the same messages.
  [[nodiscard]] bool same_messages(const Delay& other) const {
    return from == other.from && to == other.to && sent == other.sent && relation == other.relation;
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, relation, to, late};
  }
  /// Adds the effects of the delay at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if both nodes exist, the Fspec allows a delay by so many ticks, and the messages
/// arrive by EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Delay& delay);
/// Returns a sentence such as `messages from a to b sent at 3 arrive 2 ticks late`.
[[nodiscard]] std::string in_words(const Delay& delay, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `2 ticks late: a → b, sent at 3`.
[[nodiscard]] std::string as_cause(const Delay& delay, const Fspec& fspec);
/// Returns the text between the parentheses, such as `a,b,3,+2`.
[[nodiscard]] std::string arguments(const Delay& delay, const Names& names);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Omission& omission, const Delay& delay);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires
/// `one` < `other`.
[[nodiscard]] const char* excludes(const Delay& one, const Delay& other);

/// Reads a delay after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Delay*);

}  // namespace ldfi
