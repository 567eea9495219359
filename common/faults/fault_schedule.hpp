// A fault set prepared for one execution, which asks about every message, tick by tick.
//
//   FaultSchedule faults(fspec.node_count());  faults.start(set);
//   for (t = 1 … EOT) { faults.at(t);  if (!faults.loses(a, b)) … }
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi {

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
    return crashed_at_[from] <= tick_ || (lost_begin_ != lost_end_ && omitted(from, to)) ||
           (!late_.empty() && delayed(from, to, relation)) ||
           (!cut_.side.empty() && cut_.loses(NodeId(from), NodeId(to))) ||
           (some_stop_ && (states_[from].quiet || states_[to].down_next));
  }
  /// True if what a node sends itself at this tick is late.
  [[nodiscard]] bool late_to_itself(std::uint32_t node, NamedId relation) const {
    return !late_.empty() && delayed(node, node, relation);
  }
  /// True if the node has crashed by now, under CrashModel::silent and halt.
  [[nodiscard]] bool crashed(std::uint32_t node) const { return crashed_at_[node] <= tick_; }
  /// True if the node's memory gets to the next tick, under CrashModel::stop.
  [[nodiscard]] bool remembers(std::uint32_t node) const { return stays(node) && !paused(node); }
  /// True if what stays in the node's memory as it is gets to the next tick.
  [[nodiscard]] bool stays(std::uint32_t node) const {
    return !some_stop_ || !(states_[node].down || states_[node].down_next);
  }
  [[nodiscard]] bool down(std::uint32_t node) const { return some_stop_ && states_[node].down; }
  [[nodiscard]] bool paused(std::uint32_t node) const { return some_stop_ && states_[node].paused; }
  /// True if an outage or a pause keeps the node from sending.
  [[nodiscard]] bool quiet(std::uint32_t node) const { return some_stop_ && states_[node].quiet; }
  /// True if what the node writes of the relation gets to its disk, under CrashModel::stop.
  [[nodiscard]] bool writes(std::uint32_t node, NamedId relation) const {
    return !down(node) && !paused(node) && !dead(node, relation) &&
           (failing_.empty() || !fails(node, relation));
  }
  /// True if what is on the disk stays as it is.
  [[nodiscard]] bool keeps(std::uint32_t node, NamedId relation) const {
    return !dead(node, relation) && !writes(node, relation);
  }
  /// True if the relation's disk is dead at the node.
  [[nodiscard]] bool dead(std::uint32_t node, NamedId relation) const {
    return !dead_.empty() && is_dead(node, relation);
  }
  /// True if no node has crashed or is paused, none is down or about to be, and no
  /// disk is dead.
  [[nodiscard]] bool all_up() const { return first_crash_ > tick_ && !some_stop_ && dead_.empty(); }
  /// The nodes that restart at this tick.
  [[nodiscard]] const std::vector<NodeId>& restarts() const { return restarts_; }
  /// Where writes failed, or a disk was dead, at the tick before this one, and of which relations.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& failed() const { return failed_; }
  /// What is damaged at this tick, and what was at the one before.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& corrupted() const {
    return corrupted_;
  }
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& corrupted_before() const {
    return corrupted_before_;
  }
  /// The Delay of what is sent at this tick, and the Duplicate, in the order of fault sets.
  [[nodiscard]] const std::vector<Fault>& late() const { return late_; }
  /// What is written back at this tick.
  [[nodiscard]] const std::vector<std::pair<NodeId, NamedId>>& written_back() const {
    return back_;
  }

 private:
  /// What outages and pauses do to a node at this tick.
  struct State {
    bool down = false;
    bool down_next = false;
    bool paused = false;
    bool quiet = false;  ///< sends nothing
  };
  void set_states();
  void set_failing();
  [[nodiscard]] bool fails(std::uint32_t node, NamedId relation) const;
  [[nodiscard]] bool is_dead(std::uint32_t node, NamedId relation) const;
  [[nodiscard]] bool omitted(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] bool delayed(std::uint32_t from, std::uint32_t to, NamedId relation) const;

  std::size_t nodes_;
  int tick_ = 0;
  int first_crash_ = 0;
  std::vector<int> crashed_at_;      ///< by node; the greatest int if it never crashes
  std::vector<Omission> omissions_;  ///< by time sent
  std::vector<Outage> outages_;
  std::vector<Partition> partitions_;
  std::vector<Pause> pauses_;
  Cut cut_;                    ///< that of the present tick's partition; no side: there is none
  std::vector<State> states_;  ///< by node; meaningless unless some_stop_
  std::vector<NodeId> restarts_;
  std::vector<FailedWrite> writes_;
  std::vector<DeadDisk> dead_;
  std::vector<Corruption> corruptions_;
  std::vector<WriteBack> write_backs_;
  std::vector<Fault> delays_;                        ///< Delay and Duplicate
  std::vector<Fault> late_;                          ///< those of the present tick
  std::vector<std::pair<NodeId, NamedId>> failing_;  ///< at this tick
  std::vector<std::pair<NodeId, NamedId>> failed_;   ///< at the one before
  std::vector<std::pair<NodeId, NamedId>> corrupted_;
  std::vector<std::pair<NodeId, NamedId>> corrupted_before_;
  std::vector<std::pair<NodeId, NamedId>> back_;
  bool some_stop_ = false;      ///< some node is down, about to be, quiet or paused
  std::size_t lost_begin_ = 0;  ///< omissions of the present tick
  std::size_t lost_end_ = 0;
};

}  // namespace ldfi
