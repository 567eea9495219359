// The fault of messages that arrive twice. Written U(from,to,sent,+late), or
// U(from,to,sent,relation,+late) for the messages of one relation.
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
struct Delay;
struct Omission;

/// Messages from `from` to `to` that are sent at `sent` arrive a second time, at sent + 1 + late.
/// Concerns only messages of `relation`, or all if there is no relation. If a Delay concerns the
/// same messages, it determines the first arrival, and its `late` must be smaller. late ≥ 1.
struct Duplicate {
  static constexpr char letter = 'U';
  static constexpr const char* form = "U(from,to,time,+ticks), U(from,to,time,relation,+ticks)";
  static constexpr Place place = Place::message;
  static constexpr Span span = Span::length;
  /// Option that limits the number of duplicates.
  static constexpr std::string_view option = "duplicates";
  static constexpr std::size_t axis = 10;  ///< index of the limit in Budgets::numbers
  /// Name of this kind in failure ids, which name a fault without its time.
  static constexpr std::string_view failure = "twice";
  using Number = int;  ///< type of the number of duplicates
  static constexpr NumberWords number{
      "duplicate", "duplicates", "fspec.duplicates",
      1'000'000,   true,         "how many messages may arrive a second time"};
  static constexpr LimitCodes codes{"fault-duplicate", "fault-duplicates", "duplicates"};
  /// Returns the largest number of ticks between the two arrivals, or 0 if no message may be
  /// duplicated.
  static int latest(const auto& delays) { return delays.most_between(); }
  /// Returns nullopt: the total number of ticks of all duplicates has no limit.
  static std::optional<int> in_all(const auto&) { return std::nullopt; }
  /// Features of ldfi-farm that support this kind of fault.
  static constexpr Support support = Support::count | Support::every_eot | Support::schedules |
                                     Support::late_messages | Support::certificates;
  /// Returns the member of FspecParameters that limits the number of duplicates.
  static auto& most(auto& fspec) { return fspec.delays.duplicates; }

  NodeId from;
  NodeId to;
  Time sent;
  std::int32_t late = 1;
  NamedId relation = no_relation;  ///< relation of the duplicated messages; no_relation if all
                                   ///< messages are duplicated
  bool operator==(const Duplicate&) const = default;
  /// Compares the relations before the ticks.
  std::strong_ordering operator<=>(const Duplicate& other) const {
    return std::tie(from, to, sent, relation, late) <=>
           std::tie(other.from, other.to, other.sent, other.relation, other.late);
  }

  /// Calls `action` with each member, in the order of the fault's text, to serialise or hash it.
  template <class Self, class Action>
  static void members(Self& self, Action action) {
    action(self.from), action(self.to), action(self.sent), action(self.relation), action(self.late);
  }
  /// Returns the reason why no fault set may contain this duplicate, or nullptr if one may.
  [[nodiscard]] const char* malformed() const {
    return late < 1 ? "a duplicate arrives at least one tick after its message" : nullptr;
  }
  [[nodiscard]] std::optional<FaultFact> makes() const {
    return FaultFact{FaultFact::Kind::late, from, sent, relation, to, late};
  }
  /// Adds the effects of the duplicate at the tick `tick.now` to `tick`.
  void strike(FaultTick& tick) const;
};

/// Returns true if both nodes exist, the Fspec allows a second arrival after so many ticks, and the
/// messages arrive by EOT.
[[nodiscard]] bool admits(const Fspec& fspec, const Duplicate& duplicate);
/// Returns a sentence such as `messages from a to b sent at 3 arrive again 2 ticks later`.
[[nodiscard]] std::string in_words(const Duplicate& duplicate, const Fspec& fspec);
/// Returns the label of the fault in lineage graphs, such as `again after 2 ticks: a → b, sent at
/// 3`.
[[nodiscard]] std::string as_cause(const Duplicate& duplicate, const Fspec& fspec);
/// Returns the text between the parentheses, such as `a,b,3,+2`.
[[nodiscard]] std::string arguments(const Duplicate& duplicate, const Names& names);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may. Requires that
/// the first argument is less than the second one.
[[nodiscard]] const char* excludes(const Omission& omission, const Duplicate& duplicate);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may.
[[nodiscard]] const char* excludes(const Delay& delay, const Duplicate& duplicate);
/// Returns why no fault set may contain both faults, or nullptr if a fault set may.
[[nodiscard]] const char* excludes(const Duplicate& one, const Duplicate& other);

/// Reads a duplicate after its opening parenthesis, and reports every problem to `reader`.
void read(FaultReader& reader, Duplicate*);

}  // namespace ldfi
