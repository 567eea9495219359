// The effects of faults at a tick as wires of the circuit: which nodes are down, which messages are lost, and
// how many faults have happened (docs/explanation/semantics.md). Private to common/prove/forever.
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
  /// Facts sent on the link now do not arrive at the next tick: they are lost or late. Links without an entry
  /// lose nothing.
  std::map<Link, Wire> lost;
  /// Messages sent on the link now arrive late by this number of ticks, or arrive a second time then.
  std::map<Lateness, Wire> late;
  /// The node is down. Under the crash models other than `stop`: the node has crashed.
  std::map<NodeId, Wire> down;
  std::map<NodeId, Wire> crashes;   ///< the node has crashed for good, or, if foreseen, will crash
  std::map<NodeId, Wire> restarts;  ///< the node restarts at this tick
  std::map<NodeId, Wire> paused;
  std::map<NodeId, Wire> silent;  ///< the node sends nothing now
  /// The state of one disk that may fail.
  struct Disk {
    Wire dead = never;   ///< the disk is dead from now on
    Wire fails = never;  ///< writes fail now
    Wire failed =
        never;  ///< the last tick had failed writes or a dead disk, and the node is notified
  };
  std::map<std::pair<NodeId, RelationId>, Disk> disks;
  /// No message is omitted or cut off now, no write fails, and no node is paused or in an outage.
  Wire quiet = always;
  Wire settled = always;    ///< no late message would arrive after this tick
  Wire fulfilled = always;  ///< exactly the nodes that were foreseen to crash have crashed by now
};

/// Adds the wires of one tick, and the latches that they need. `first_tick` is true at tick 1. `foresees`
/// tells whether a result at a later tick depends on crashes that are still to come.
FaultWires make_faults(const System& system, bool foresees, Wire first_tick, Aig& aig);

/// True if the Fspec allows faults that end with the calm ticks before EOT.
[[nodiscard]] bool has_calm(const Fspec& fspec);
/// True if the node may crash or have an outage.
[[nodiscard]] bool may_be_down(const Fspec& fspec, NodeId node);
[[nodiscard]] bool may_restart(const Fspec& fspec, NodeId node);
/// Returns the relations whose disk may fail at the node.
[[nodiscard]] std::vector<RelationId> failing_disks(const System& system, NodeId node);
/// True if the node may be paused.
[[nodiscard]] bool may_stand_still(const Fspec& fspec, NodeId node);
/// The name of the input that is true at ticks without omissions.
inline constexpr const char* calm_input = "calm";
/// The largest number of sets of nodes that partitions may cut off. Each set needs a latch.
inline constexpr std::size_t max_cuts = 64;

}  // namespace ldfi::forever
