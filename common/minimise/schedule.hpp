// A schedule: everything that happens in one execution. It states which external facts are given,
// which nodes crash, and which messages arrive when. All other messages are pending: they have not
// arrived yet.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/minimise/ddmin.hpp"

namespace ldfi::minimise {

/// The arrival of the messages that one node sends another node at one tick: all these messages, or
/// only those of one relation. The messages arrive `late` ticks later than at the next tick.
struct Delivery {
  Time sent;
  NodeId from;
  NodeId to;
  std::int32_t late = 0;
  /// Relation of the messages; no_relation stands for all messages.
  NamedId relation = no_relation;
  bool operator==(const Delivery&) const = default;
  /// Orders deliveries by time, so that deliveries of the same messages are neighbours.
  std::strong_ordering operator<=>(const Delivery& other) const {
    return std::tie(sent, from, to, relation, late) <=>
           std::tie(other.sent, other.from, other.to, other.relation, other.late);
  }
};
/// Returns true if both deliver the same messages.
[[nodiscard]] bool same_messages(const Delivery& one, const Delivery& other);
/// Returns true if both deliver messages that one node sends another node at one tick. Such
/// messages can only stay pending (not arrive) together.
[[nodiscard]] bool sent_together(const Delivery& one, const Delivery& other);
/// Returns the relation of a fact that a message makes hold: `log` for `log(b,data)`.
[[nodiscard]] std::string relation_of(const std::string& head);
/// Returns the value of Delivery::relation for messages of this relation. The value is no_relation
/// unless the Fspec delays the messages of each relation separately.
[[nodiscard]] NamedId late_apart(const Fspec& fspec, std::string_view relation);

struct Schedule {
  Elements externals;          ///< indices of the given facts in the list of external facts
  std::vector<Fault> crashes;  ///< crashes, sorted
  /// Sorted deliveries, at most two for the same messages. Messages without a delivery arrive at
  /// the next tick in two cases: a node sent them to itself, or other messages that were sent
  /// together with them have a delivery. All other messages without a delivery are pending.
  std::vector<Delivery> deliveries;
};

/// Returns the fault set under which exactly this schedule happens. A pending message becomes an
/// omission, even after EFF. All other faults are within `fspec`. Returns nullopt if the Fspec does
/// not admit the crashes, the delays or the duplicates.
[[nodiscard]] std::optional<FaultSet> faults_of(const Schedule& schedule, const Fspec& fspec);

/// Returns true if the Fspec admits the crashes, the delays and the duplicates of the schedule.
[[nodiscard]] bool admits(const Fspec& fspec, const Schedule& schedule);

/// Returns the crashes among these faults, with or without a restart.
[[nodiscard]] std::vector<Fault> crashes_of(const FaultSet& faults);

/// Returns the crash of a node at a tick, in the form of the Fspec's crash model. The last two
/// arguments matter only under the model `stop`. If `after` is true, the node still works at that
/// tick. If `back` is not 0, the node restarts at the tick `back`.
[[nodiscard]] Fault crash_of(const Fspec& fspec, NodeId node, int at, int back, bool after);
/// Returns the tick at which the node restarts, or 0 if it does not restart.
[[nodiscard]] int restart_of(const Fault& crash);
/// Returns true if the node still works at the tick of its crash and only sends nothing.
[[nodiscard]] bool crashes_after(const Fault& crash);

}  // namespace ldfi::minimise
