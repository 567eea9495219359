// A schedule: all that happens in one execution. It says which external facts are given, which
// nodes crash, and which messages arrive when. All other messages are pending: they have not
// arrived yet, and may still arrive later.
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

/// The arrival of messages that one node sends another node at one tick, all of them or those of
/// one relation. The messages arrive `late` ticks later than at the next tick.
struct Delivery {
  Time sent;
  NodeId from;
  NodeId to;
  std::int32_t late = 0;
  NamedId relation = no_relation;  ///< relation of the messages; no_relation: all messages
  bool operator==(const Delivery&) const = default;
  /// Orders deliveries by time. Deliveries of the same messages are neighbours.
  std::strong_ordering operator<=>(const Delivery& other) const {
    return std::tie(sent, from, to, relation, late) <=>
           std::tie(other.sent, other.from, other.to, other.relation, other.late);
  }
};
/// True if both deliver the same messages.
[[nodiscard]] bool same_messages(const Delivery& one, const Delivery& other);
/// True if both deliver messages that one node sends another node at one tick. Such messages can
/// only be pending together.
[[nodiscard]] bool sent_together(const Delivery& one, const Delivery& other);
/// Returns the relation of the fact that a message makes hold: `log` for `log(b,data)`.
[[nodiscard]] std::string relation_of(const std::string& head);
/// Returns the relation for a Delivery of messages of this relation. Returns no_relation unless
/// relations are late on their own.
[[nodiscard]] NamedId late_apart(const Fspec& fspec, std::string_view relation);

struct Schedule {
  Elements externals;          ///< indices into the list of external facts
  std::vector<Fault> crashes;  ///< sorted
  /// Sorted deliveries, at most two of the same messages. Messages of a node to itself without a
  /// delivery arrive at the next tick. So do messages without a delivery if others sent together
  /// with them have one.
  std::vector<Delivery> deliveries;
};

/// Returns the fault set under which exactly this schedule happens. A pending message is written
/// as an omission, at any tick, even after EFF. All other faults are within `fspec`. Returns
/// nullopt if the Fspec does not admit the crashes, the delays or the duplicates.
[[nodiscard]] std::optional<FaultSet> faults_of(const Schedule& schedule, const Fspec& fspec);

/// True if the Fspec admits the crashes, the delays and the duplicates of the schedule.
[[nodiscard]] bool admits(const Fspec& fspec, const Schedule& schedule);

/// Returns the crashes of these faults, permanent or with a restart.
[[nodiscard]] std::vector<Fault> crashes_of(const FaultSet& faults);

/// Returns the crash of a node at a tick, in the form of the Fspec's crash model. Under `stop`,
/// with `after`, the node still works at that tick. Under `stop`, the node restarts at the tick
/// `back` unless `back` is 0.
[[nodiscard]] Fault crash_of(const Fspec& fspec, NodeId node, int at, int back, bool after);
/// Returns the tick at which the node restarts, or 0.
[[nodiscard]] int restart_of(const Fault& crash);
/// True if the node still works at the tick of its crash, and only sends nothing.
[[nodiscard]] bool crashes_after(const Fault& crash);

}  // namespace ldfi::minimise
