// Answers questions of one execution about its faults, tick by tick. A fault set is prepared so
// that these answers are fast.
//
//   FaultSchedule faults(fspec.node_count());  faults.start(set);
//   for (t = 1 … EOT) { faults.at(t);  if (!faults.loses(a, b)) … }
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi {

/// The effects of a fault set at one tick. Each kind of fault adds its effects by its function
/// strike(). Crashes and omissions do not, because FaultSchedule looks them up faster.
struct FaultTick {
  using Relations = std::vector<std::pair<NodeId, NamedId>>;
  /// The effects on one node.
  struct Node {
    bool down = false;
    bool down_next = false;
    bool paused = false;
    bool quiet = false;  ///< true if the node sends nothing
  };

  Time now;
  std::vector<Node> nodes;  ///< effects by node; empty if the set has no faults of nodes
  bool some_stop = false;   ///< true if some node is down, down at the next tick, sends nothing, or
                            ///< is paused
  Cut cut;                  ///< cut of the partition at this tick; a cut without nodes if there is
                            ///< no partition
  std::vector<Fault> late;  ///< faults that delay or duplicate messages sent at this tick
  Relations failing;
  Relations dead;
  /// Facts about faults that hold at this tick, except whether nodes are down, paused or quiet.
  std::vector<FaultFact> facts;

  [[nodiscard]] Time before() const { return Time(now.tick() - 1); }
  /// Resets all effects and moves to `tick`. `node_count` is 0 if the set has no faults of nodes.
  void begin(Time tick, std::size_t node_count);
};

/// Answers questions about the faults of an execution at the current tick. Nodes are given by their
/// indices, which must be below `nodes`. Only start() checks this.
class FaultSchedule {
 public:
  explicit FaultSchedule(std::size_t nodes) : nodes_(nodes) {}

  /// Begins an execution with these faults. Requires that all nodes of the faults have indices
  /// below `nodes`.
  void start(const FaultSet& faults);
  /// Moves to a tick. All other functions then answer for this tick.
  void at(int tick);

  /// Returns true if a message from one node to another that is sent at this tick is lost.
  /// `relation` is needed only if messages are delayed by relation.
  [[nodiscard]] bool loses(std::uint32_t from, std::uint32_t to,
                           NamedId relation = no_relation) const {
    return crashed_at_[from] <= now_.now || (lost_begin_ != lost_end_ && omitted(from, to)) ||
           (!now_.late.empty() && delayed(from, to, relation)) ||
           (!now_.cut.side.empty() && now_.cut.loses(NodeId(from), NodeId(to))) ||
           (now_.some_stop && (now_.nodes[from].quiet || now_.nodes[to].down_next));
  }
  /// Returns true if messages of the relation are late that the node sends to itself at this tick.
  [[nodiscard]] bool late_to_itself(std::uint32_t node, NamedId relation) const {
    return !now_.late.empty() && delayed(node, node, relation);
  }
  /// Returns true if the node has crashed by this tick. For CrashModel::silent and halt.
  [[nodiscard]] bool crashed(std::uint32_t node) const { return crashed_at_[node] <= now_.now; }
  /// Returns true if the node's memory is kept until the next tick. For CrashModel::stop.
  [[nodiscard]] bool remembers(std::uint32_t node) const { return stays(node) && !paused(node); }
  /// Returns true if unchanged memory of the node is kept until the next tick.
  [[nodiscard]] bool stays(std::uint32_t node) const {
    return !now_.some_stop || !(now_.nodes[node].down || now_.nodes[node].down_next);
  }
  [[nodiscard]] bool down(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].down;
  }
  [[nodiscard]] bool paused(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].paused;
  }
  /// Returns true if an outage or a pause keeps the node from sending at this tick.
  [[nodiscard]] bool quiet(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].quiet;
  }
  /// Returns true if writes to the relation reach the node's disk. For CrashModel::stop.
  [[nodiscard]] bool writes(std::uint32_t node, NamedId relation) const {
    return !down(node) && !paused(node) && !dead(node, relation) &&
           !contains(now_.failing, node, relation);
  }
  /// Returns true if the old data of the relation stay on the node's disk, because no write reaches
  /// the disk.
  [[nodiscard]] bool keeps(std::uint32_t node, NamedId relation) const {
    return !dead(node, relation) && !writes(node, relation);
  }
  /// Returns true if the node's disk for this relation is dead.
  [[nodiscard]] bool dead(std::uint32_t node, NamedId relation) const {
    return contains(now_.dead, node, relation);
  }
  /// Returns true if no node has crashed or is paused, no node is down at this or the next tick,
  /// and no disk is dead.
  [[nodiscard]] bool all_up() const {
    return first_crash_ > now_.now && !now_.some_stop && now_.dead.empty();
  }
  /// Returns the facts about faults that hold at this tick, in the order of the faults, except
  /// whether nodes are down, paused or quiet. A fact may occur twice.
  [[nodiscard]] const std::vector<FaultFact>& facts() const { return now_.facts; }

 private:
  [[nodiscard]] static bool contains(const FaultTick::Relations& some, std::uint32_t node,
                                     NamedId relation) {
    return !some.empty() &&
           std::find(some.begin(), some.end(), std::pair(NodeId(node), relation)) != some.end();
  }
  [[nodiscard]] bool omitted(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] bool delayed(std::uint32_t from, std::uint32_t to, NamedId relation) const;

  std::size_t nodes_;
  Time first_crash_;
  /// For each node, the tick of its crash, or the largest possible tick if it never crashes.
  std::vector<Time> crashed_at_;
  std::vector<Omission> omissions_;  ///< omissions, sorted by the tick of sending
  std::vector<Fault> others_;        ///< all faults except crashes and omissions
  bool of_nodes_ = false;            ///< true if some of these other faults are faults of nodes
  FaultTick now_;                    ///< effects of these other faults at the current tick
  std::size_t lost_begin_ = 0;       ///< index of the first omission of the current tick
  std::size_t lost_end_ = 0;
};

}  // namespace ldfi
