// The fault variables of a universe, and the constraints that make a model an admissible, canonical
// fault set (docs/explanation/search.md#faults-as-variables). What a kind adds follows from its place and span: span_variables.hpp for
// nodes and disks, cut_variables.hpp for cuts. Written by hand are omissions (here), outages, and
// messages that arrive late. Nothing is omitted that is lost anyway. What the Fspec limits further,
// holds once the universe is whole: while it grows, there may be too many omissions and faults.
//
// Permanent faults of nodes go up to the last tick at which the universe has a message of the node, or
// a fact about its faults. A later one changes nothing, so no minimal falsifier and no least fault set
// contains it. A node that only listens has no such variables.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/cut_variables.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/hazard/late_variables.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/hazard/span_variables.hpp"

namespace ldfi::hazard {

class FaultVariables {
 public:
  FaultVariables(const Fspec& fspec, sat::Solver& solver);
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
  /// Literals to count faults with: every O by time, "it is on at some tick" of each place of a
  /// permanent kind, and "one begins" of each place and tick of the others. At least as many of them
  /// hold as there are faults, and none more needs to hold.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }
  /// The literals each of which loses the channel; the first one is that of its omission, if there is
  /// one. Requires a channel of the universe, not no_channel; this is not checked. They are valid until
  /// extend().
  [[nodiscard]] std::span<const sat::Literal> losses(ground::ChannelId c) const {
    const std::size_t begin = loss_begin_[c.index()];
    return std::span(losses_).subspan(begin, loss_begin_[c.index() + 1] - begin);
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
  void mention(const FaultFact& fact);
  void order_and_count();
  template <class Kind>
  [[nodiscard]] std::vector<sat::Literal> counted(Kind* kind) const;
  [[nodiscard]] std::vector<sat::Literal> reasons(const FaultFact& fact) const;
  void add_channel(const Channel& channel);
  void mention_late(const LateVariables::Messages& messages);
  void exclude_late(sat::Literal omitted, const LateVariables::Messages& messages);
  void limit_messages();
  [[nodiscard]] sat::Literal omission_of(const Channel& channel);
  void exclude_from(sat::Literal omitted, const Channel& channel, std::size_t losses);

  const Fspec& fspec_;
  sat::Solver& solver_;
  FaultTable table_;
  std::map<Omission, sat::Literal> omitted_;  ///< where relations are late by themselves
  OutageVariables outages_;
  SpanVariables spans_;
  KindMap<std::optional<CutVariables>> cuts_;
  LateVariables late_;
  std::map<FaultFact, sat::Literal> facts_;  ///< those which several literals make hold
  bool grows_ = true;                        ///< extend() may be called again
  std::vector<sat::Literal> losses_;         ///< of all channels
  std::vector<std::size_t> loss_begin_{0};   ///< by channel: where its losses begin; and their end
  std::vector<sat::Literal> ordered_;
  std::vector<sat::Literal> counted_;
};

}  // namespace ldfi::hazard
