// The effects of faults at a tick as wires of the circuit: which nodes are down, which messages are
// lost, and how many faults have happened (docs/explanation/semantics.md). Private to
// common/prove/forever.
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
  /// For each link, the wire that is true if its messages do not arrive at the next tick, because
  /// they are lost or late. On links without an entry, all messages arrive.
  std::map<Link, Wire> lost;
  /// For each link and number of ticks, the wire that is true if the link's messages arrive late by
  /// this number of ticks, or arrive a second time then.
  std::map<Lateness, Wire> late;
  /// For each node, the wire that is true if the node is down. Under crash models other than
  /// `stop`, true if the node has crashed.
  std::map<NodeId, Wire> down;
  /// For each node, the wire that is true if the node has crashed for good. If rules read future
  /// crashes, true if the node will crash.
  std::map<NodeId, Wire> crashes;
  /// For each node, the wire that is true if the node restarts at this tick.
  std::map<NodeId, Wire> restarts;
  std::map<NodeId, Wire> paused;
  /// For each node, the wire that is true if the node sends nothing at this tick.
  std::map<NodeId, Wire> silent;
  /// Wires about one disk that may fail.
  struct Disk {
    Wire dead = never;   ///< true if the disk is dead from now on
    Wire fails = never;  ///< true if writes fail now
    /// True if the disk was dead or writes failed at the previous tick, and `ioerror` reports this.
    Wire failed = never;
  };
  std::map<std::pair<NodeId, RelationId>, Disk> disks;
  /// True if nothing disturbs this tick: no message is omitted or cut off, no write fails, and no
  /// node is paused or in an outage.
  Wire quiet = always;
  Wire settled = always;  ///< true if no message would arrive late after this tick
  /// True if the nodes that have crashed by now are exactly those that were chosen at tick 1.
  Wire fulfilled = always;
};

/// Returns the wires of one tick, and adds the latches that they need. `first_tick` is true at tick
/// 1. `foresees` is true if a result at a later tick depends on crashes that are still to come.
FaultWires make_faults(const System& system, bool foresees, Wire first_tick, Aig& aig);

/// Returns true if the Fspec allows faults that must have ended before the calm ticks, the last
/// ticks without faults.
[[nodiscard]] bool has_calm(const Fspec& fspec);
/// Returns true if the node may crash or have an outage.
[[nodiscard]] bool may_be_down(const Fspec& fspec, NodeId node);
[[nodiscard]] bool may_restart(const Fspec& fspec, NodeId node);
/// Returns the relations whose disk may fail at the node.
[[nodiscard]] std::vector<RelationId> failing_disks(const System& system, NodeId node);
/// Returns true if the node may be paused.
[[nodiscard]] bool may_be_paused(const Fspec& fspec, NodeId node);
/// Name of the input that is true at ticks without omissions.
inline constexpr const char* calm_input = "calm";
/// Largest number of sets of nodes that partitions may cut off. Each set needs a latch.
inline constexpr std::size_t max_cuts = 64;

}  // namespace ldfi::forever
