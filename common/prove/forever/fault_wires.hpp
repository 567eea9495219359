// What faults do at a tick, as wires of the circuit: who is down, what is lost, and how many faults there have been
// (docs/explanation/semantics.md). Private to common/prove/forever.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/prove/forever/aig.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

struct FaultWires {
  std::map<Link, Wire> lost;       ///< or late; links that are not here are never lost
  std::map<Lateness, Wire> late;   ///< so much later, or again
  std::map<NodeId, Wire> down;     ///< is down or, where crashes are no outages, has crashed by now
  std::map<NodeId, Wire> crashes;  ///< at some tick of the execution, for good
  std::map<NodeId, Wire> restarts;  ///< is back at this tick
  std::map<NodeId, Wire> paused;
  std::map<NodeId, Wire> silent;  ///< it sends nothing now
  /// Of the disks of relations that may fail.
  struct Disk {
    Wire dead = never;    ///< from now on
    Wire fails = never;   ///< writes do
    Wire failed = never;  ///< they did at the tick before, or it was dead
  };
  std::map<std::pair<NodeId, RelationId>, Disk> disks;
  /// Nothing is omitted or cut off now, and who will go on is neither down nor paused.
  Wire quiet = always;
  Wire settled = always;    ///< nothing that is late would arrive after this tick
  Wire fulfilled = always;  ///< who was foreseen to crash has crashed by now, and nobody else
};

/// The wires of one tick, and the latches that they need. `first_tick`: now is tick 1. `foresees`: what matters at a later
/// tick rests on crashes that are still to come.
FaultWires make_faults(const System& system, bool foresees, Wire first_tick, Aig& aig);

/// True if an EOT is claimed for some number of calm ticks before it: some faults end there.
[[nodiscard]] bool has_calm(const Fspec& fspec);
/// True if the node may be down, or may have crashed.
[[nodiscard]] bool may_be_down(const Fspec& fspec, NodeId node);
/// True if it may restart.
[[nodiscard]] bool may_restart(const Fspec& fspec, NodeId node);
/// The relations whose disk may fail at the node.
[[nodiscard]] std::vector<RelationId> failing_disks(const System& system, NodeId node);
/// True if the node may be paused.
[[nodiscard]] bool may_stand_still(const Fspec& fspec, NodeId node);
/// The input that says whether what lasts, and messages that may be omitted, are over now.
inline constexpr const char* calm_input = "calm";
/// The largest number of sets that partitions may cut off: each is a latch.
inline constexpr std::size_t max_cuts = 64;

}  // namespace ldfi::forever
