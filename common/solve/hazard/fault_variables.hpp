// The fault variables of a universe, and the constraints that make a model an admissible, canonical
// fault set (SEARCH §1). O(a,b,t): the message is omitted, for channels that matter. D(a,t): a has
// crashed by t, ordered in time. C(a,t): a crashes at t, the first tick of D. At most `crashes`
// nodes crash, and nothing is omitted after its sender's crash. What the Fspec limits further, holds
// once the universe is whole: while it grows, there may be too many omissions and faults.
//
// D and C go up to the last tick at which the universe has a message of the node, or a fact that
// says that the node crashes. A later crash changes nothing, so no minimal falsifier and no least
// fault set contains it. A node that only listens has no variables. Under CrashModel::stop, there
// are the variables of outages in place of D and C.
#pragma once

#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/disk_variables.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/hazard/late_variables.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/hazard/partition_variables.hpp"
#include "common/solve/hazard/pause_variables.hpp"

namespace ldfi::hazard {

class FaultVariables {
 public:
  FaultVariables(const Fspec& fspec, sat::Solver& solver)
      : fspec_(fspec),
        solver_(solver),
        nodes_(fspec.node_count()),
        outages_(fspec, table_, solver),
        partitions_(fspec, table_, solver),
        pauses_(fspec, outages_, table_, solver),
        disks_(fspec, outages_, pauses_, table_, solver),
        late_(fspec, table_, solver) {}
  /// Of all facts about faults, or of those that goals rest on.
  FaultVariables(const ground::Universe& universe, sat::Solver& solver,
                 ground::Extent extent = ground::Extent::goals);
  /// Adds the variables of new channels and of what new facts say of faults, `seen`.
  /// `channels` begins with all channels of the last call. All nodes must be those of the Fspec;
  /// they are not checked.
  void extend(std::span<const Channel> channels, std::span<const FaultFact> seen);

  /// The variable of every fault, in the order of FaultSet: sorted by this order, the elements of two
  /// sets compare like the sets.
  [[nodiscard]] const std::vector<sat::Literal>& ordered() const { return ordered_; }
  /// The same, with the faults that they are the variables of.
  [[nodiscard]] std::vector<std::pair<Fault, sat::Literal>> named() const;
  /// Literals to count faults with: every O by time, "the node crashes" of each node, and "a
  /// partition begins" of each tick. At least
  /// as many of them hold as there are faults, and none more needs to hold.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }
  /// The literals each of which loses the channel: O(a,b,t) if it can be omitted, D(a,t) if a can
  /// crash; a pause; a partition; what is kept on a disk is lost if it is written. Requires a channel of the universe, not no_channel; this is not checked.
  [[nodiscard]] std::span<const sat::Literal> losses(ground::ChannelId c) const {
    const Losses& l = losses_[c.index()];
    return {l.literals.data(), l.count};
  }
  /// The literal of a fact about faults. Requires that the universe has it.
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;
  /// True if the fault has a variable; the others matter to nothing, and are in no model.
  [[nodiscard]] bool knows(const Fault& fault) const { return table_.find(fault) != 0; }
  /// The variable of a fault. Requires that the universe has it: its channel or its crash.
  [[nodiscard]] sat::Literal literal(const Fault& fault) const { return table_.at(fault); }
  /// The fault set of the solver's last model.
  [[nodiscard]] FaultSet model(const sat::Solver& solver) const;
  /// The variables of the set's faults. Requires that the universe has them all.
  [[nodiscard]] std::vector<sat::Literal> literals(const FaultSet& faults) const;
  /// Literals that all hold of just those sets of which `faults` is a subset (FaultSet::subset_of):
  /// messages may be later there. Requires the same.
  [[nodiscard]] std::vector<sat::Literal> contained(const FaultSet& faults) const;
  /// Literals of which at least as many hold as messages are late by ticks, all together.
  [[nodiscard]] std::vector<sat::Literal> ticks_late() const { return late_.ticks(); }

 private:
  struct Losses {
    std::array<sat::Literal, 6> literals{};
    std::size_t count = 0;
    void add(sat::Literal l) {
      if (l != 0) literals[count++] = l;
    }
  };
  [[nodiscard]] bool stops() const { return fspec_.crash_model() == CrashModel::stop; }
  [[nodiscard]] sat::Literal quiet(NodeId node, int tick) const;
  void mention_quiet(NodeId node, int tick);
  void order_and_count();
  void add_crashes(NodeId node, int last);
  void limit_crashes();
  void add_channel(const Channel& channel);
  void mention_late(const LateVariables::Messages& messages);
  void exclude_late(sat::Literal omitted, const LateVariables::Messages& messages);
  void limit_late();
  void add_omission(const Omission& omission, NamedId relation, Losses& losses);
  struct Node {
    std::vector<sat::Literal> by{0};  ///< D, by tick
    sat::Literal ever = 0;            ///< forced by each D; 0: it has none yet
  };

  const Fspec& fspec_;
  sat::Solver& solver_;
  FaultTable table_;
  std::map<Omission, sat::Literal> omitted_;  ///< where relations are late by themselves
  std::vector<Node> nodes_;
  OutageVariables outages_;
  PartitionVariables partitions_;
  PauseVariables pauses_;
  DiskVariables disks_;
  LateVariables late_;
  std::map<std::pair<NodeId, int>, sat::Literal> quiet_;  ///< sends nothing; if it is mentioned
  bool grows_ = true;                                     ///< extend() may be called again
  std::size_t limited_ = 0;     ///< nodes that the clauses of limit_crashes() are about
  std::vector<Losses> losses_;  ///< by channel
  std::vector<sat::Literal> ordered_;
  std::vector<sat::Literal> counted_;
};

}  // namespace ldfi::hazard
