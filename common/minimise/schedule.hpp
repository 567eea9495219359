// What happens in one execution: which external facts are given, who crashes, and which messages
// arrive when. All other messages are pending: nothing says that they are lost, they are not there
// yet.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/minimise/ddmin.hpp"

namespace ldfi::minimise {

/// All that one node sends another at one tick arrives, so many ticks later than at the next tick.
struct Delivery {
  Time sent;  ///< first, so that their order is that of time
  NodeId from;
  NodeId to;
  std::int32_t late = 0;
  auto operator<=>(const Delivery&) const = default;
};
/// True if both are of the same messages.
[[nodiscard]] bool same_messages(const Delivery& one, const Delivery& other);

struct Schedule {
  Elements externals;                ///< of the list of external facts
  std::vector<Fault> crashes;        ///< sorted
  std::vector<Delivery> deliveries;  ///< sorted; at most two of the same messages
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
