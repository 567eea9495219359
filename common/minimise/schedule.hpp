// What happens in one execution: which external facts are given, who crashes, and which messages
// arrive when. All other messages are pending: nothing says that they are lost, they are not there
// yet.
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

/// All that one node sends another at one tick arrives, or all of it of one relation, so many ticks
/// later than at the next tick.
struct Delivery {
  Time sent;
  NodeId from;
  NodeId to;
  std::int32_t late = 0;
  NamedId relation = no_relation;  ///< of these messages alone; no_relation: of all
  bool operator==(const Delivery&) const = default;
  /// By time, and those of the same messages stand together.
  std::strong_ordering operator<=>(const Delivery& other) const {
    return std::tie(sent, from, to, relation, late) <=>
           std::tie(other.sent, other.from, other.to, other.relation, other.late);
  }
};
/// True if both are of the same messages.
[[nodiscard]] bool same_messages(const Delivery& one, const Delivery& other);
/// True if both are of what one node sends another at one tick. That is pending as a whole, if it is.
[[nodiscard]] bool sent_together(const Delivery& one, const Delivery& other);
/// Of what a message makes hold: `log` of `log(b,data)`.
[[nodiscard]] std::string relation_of(const std::string& head);
/// The messages of the relation of that name are late by themselves: which they are in a Delivery.
[[nodiscard]] NamedId late_apart(const Fspec& fspec, std::string_view relation);

struct Schedule {
  Elements externals;          ///< of the list of external facts
  std::vector<Fault> crashes;  ///< sorted
  /// Sorted; at most two of the same messages. Where any of what is sent together arrives, what is not
  /// said of the rest arrives at the next tick; and so does, of what a node sends itself, all of which
  /// nothing is said.
  std::vector<Delivery> deliveries;
};

/// The fault set under which just this happens. A message that is pending is written as one that is
/// omitted, at whatever tick; nothing else is beyond `fspec`. None if the Fspec does not admit that
/// messages are so late, or arrive so twice, or the crashes.
[[nodiscard]] std::optional<FaultSet> faults_of(const Schedule& schedule, const Fspec& fspec);

/// True if there is one.
[[nodiscard]] bool admits(const Fspec& fspec, const Schedule& schedule);

/// Who crashes under these faults, for good or not.
[[nodiscard]] std::vector<Fault> crashes_of(const FaultSet& faults);

/// The crash of a node as the Fspec's crash model has it: at a tick; under `stop` perhaps only after it
/// has worked at that tick (`after`), and until the tick `back`, if that is not 0.
[[nodiscard]] Fault crash_of(const Fspec& fspec, NodeId node, int at, int back, bool after);
/// When the node restarts, or 0.
[[nodiscard]] int restart_of(const Fault& crash);
/// True if the node still works at the tick of its crash, and only sends nothing.
[[nodiscard]] bool crashes_after(const Fault& crash);

}  // namespace ldfi::minimise
