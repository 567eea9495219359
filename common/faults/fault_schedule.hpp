// A fault set prepared for one execution, which asks about every message, tick by tick.
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

/// The effects of a set of faults at one tick. Each kind adds its part by strike(), except crashes and
/// omissions: FaultSchedule looks those up faster.
struct FaultTick {
  using Relations = std::vector<std::pair<NodeId, NamedId>>;
  /// The effects on one node.
  struct Node {
    bool down = false;
    bool down_next = false;
    bool paused = false;
    bool quiet = false;  ///< sends nothing
  };

  Time now;
  std::vector<Node> nodes;  ///< by node; empty if no fault of the set is one of a node
  bool some_stop = false;   ///< some node is down, about to be, quiet or paused
  std::vector<NodeId> restarts;
  Cut cut;                  ///< the partition of this tick, or a cut without nodes
  std::vector<Fault> late;  ///< faults that delay or duplicate messages sent now
  Relations failing;
  Relations failed;  ///< writes failed at the tick before, or the disk was dead then
  Relations dead;
  Relations corrupted;
  Relations corrupted_before;  ///< data that was damaged at the tick before
  Relations written_back;

  [[nodiscard]] Time before() const { return Time(now.tick() - 1); }
  /// Forgets everything, and moves to the tick; `node_count` is 0 if no fault is one of a node.
  void begin(Time tick, std::size_t node_count);
};

/// A node is given by its index, which must be below `nodes`; only start() checks it.
class FaultSchedule {
 public:
  explicit FaultSchedule(std::size_t nodes) : nodes_(nodes) {}

  /// Begins an execution under these faults, whose nodes must be below `nodes`.
  void start(const FaultSet& faults);
  /// Moves to the tick that all further questions are about.
  void at(int tick);

  /// True if a message between two different nodes, sent at this tick, is lost: one of `relation`, if
  /// relations are late by themselves.
  [[nodiscard]] bool loses(std::uint32_t from, std::uint32_t to,
                           NamedId relation = no_relation) const {
    return crashed_at_[from] <= now_.now || (lost_begin_ != lost_end_ && omitted(from, to)) ||
           (!now_.late.empty() && delayed(from, to, relation)) ||
           (!now_.cut.side.empty() && now_.cut.loses(NodeId(from), NodeId(to))) ||
           (now_.some_stop && (now_.nodes[from].quiet || now_.nodes[to].down_next));
  }
  /// True if what a node sends itself at this tick is late.
  [[nodiscard]] bool late_to_itself(std::uint32_t node, NamedId relation) const {
    return !now_.late.empty() && delayed(node, node, relation);
  }
  /// True if the node has crashed by now, under CrashModel::silent and halt.
  [[nodiscard]] bool crashed(std::uint32_t node) const { return crashed_at_[node] <= now_.now; }
  /// True if the node's memory gets to the next tick, under CrashModel::stop.
  [[nodiscard]] bool remembers(std::uint32_t node) const { return stays(node) && !paused(node); }
  /// True if what stays in the node's memory as it is gets to the next tick.
  [[nodiscard]] bool stays(std::uint32_t node) const {
    return !now_.some_stop || !(now_.nodes[node].down || now_.nodes[node].down_next);
  }
  [[nodiscard]] bool down(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].down;
  }
  [[nodiscard]] bool paused(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].paused;
  }
  /// True if an outage or a pause keeps the node from sending.
  [[nodiscard]] bool quiet(std::uint32_t node) const {
    return now_.some_stop && now_.nodes[node].quiet;
  }
  /// True if what the node writes of the relation gets to its disk, under CrashModel::stop.
  [[nodiscard]] bool writes(std::uint32_t node, NamedId relation) const {
    return !down(node) && !paused(node) && !dead(node, relation) &&
           !contains(now_.failing, node, relation);
  }
  /// True if what is on the disk stays as it is.
  [[nodiscard]] bool keeps(std::uint32_t node, NamedId relation) const {
    return !dead(node, relation) && !writes(node, relation);
  }
  /// True if the relation's disk is dead at the node.
  [[nodiscard]] bool dead(std::uint32_t node, NamedId relation) const {
    return contains(now_.dead, node, relation);
  }
  /// True if no node has crashed or is paused, none is down or about to be, and no
  /// disk is dead.
  [[nodiscard]] bool all_up() const {
    return first_crash_ > now_.now && !now_.some_stop && now_.dead.empty();
  }
  /// The nodes that restart at this tick.
  [[nodiscard]] const std::vector<NodeId>& restarts() const { return now_.restarts; }
  /// Where writes failed, or a disk was dead, at the tick before this one, and of which relations.
  [[nodiscard]] const FaultTick::Relations& failed() const { return now_.failed; }
  /// What is damaged at this tick, and what was at the one before.
  [[nodiscard]] const FaultTick::Relations& corrupted() const { return now_.corrupted; }
  [[nodiscard]] const FaultTick::Relations& corrupted_before() const {
    return now_.corrupted_before;
  }
  /// The Delay of what is sent at this tick, and the Duplicate, in the order of fault sets.
  [[nodiscard]] const std::vector<Fault>& late() const { return now_.late; }
  /// What is written back at this tick.
  [[nodiscard]] const FaultTick::Relations& written_back() const { return now_.written_back; }

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
  std::vector<Time> crashed_at_;     ///< by node; the last time if it never crashes
  std::vector<Omission> omissions_;  ///< by time sent
  std::vector<Fault> others_;        ///< all faults except crashes and omissions
  bool of_nodes_ = false;            ///< true if some of the others happen to nodes
  FaultTick now_;                    ///< effects of the others at the present tick
  std::size_t lost_begin_ = 0;       ///< omissions of the present tick
  std::size_t lost_end_ = 0;
};

}  // namespace ldfi
