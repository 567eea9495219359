// The solver's variables for the faults of a grounded program (universe), and clauses so that every
// model is an admissible, canonical fault set (docs/explanation/search.md#faults-as-variables).
// Variables for nodes and disks are in span_variables.hpp, for cuts in cut_variables.hpp, and for
// messages of one tick here. Omissions (here), outages and late messages have code of their own. A
// message that is lost for another reason is not omitted. The limits of the Fspec are added when
// the universe is complete. Before that, models may have too many faults.
//
// Permanent faults of a node have variables up to the last tick at which the universe has a message
// of the node, or a fact about its faults. A later fault changes nothing, so no minimal
// counterexample contains it. A node that only receives messages has no such variables.
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
  /// With Extent::everything, includes all facts about faults. Otherwise includes only facts on
  /// which goals depend.
  FaultVariables(const ground::Universe& universe, sat::Solver& solver,
                 ground::Extent extent = ground::Extent::goals);
  /// Adds variables for the new channels, and for the faults that the new facts `seen` are about.
  /// `channels` must begin with all channels of the last call. All nodes must be nodes of the
  /// Fspec; this is not checked.
  void extend(std::span<const Channel> channels, std::span<const FaultFact> seen);

  /// Returns the variable of every fault, in the order of FaultSet. Comparing two fault sets gives
  /// the same result as comparing their lists of variables in this order.
  [[nodiscard]] const std::vector<sat::Literal>& ordered() const { return ordered_; }
  /// Returns the same variables together with their faults.
  [[nodiscard]] std::vector<std::pair<Fault, sat::Literal>> named() const;
  /// Returns literals for counting faults. The number of true literals is at least the number of
  /// faults, and the solver can make it equal. An omission has one literal. A permanent kind has
  /// one for each node or disk: "a fault is active at some tick". Other kinds have one for each
  /// place and tick: "a fault begins".
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }
  /// Returns literals. If any of them is true, the messages of the channel are lost. The first
  /// literal is the omission, if an omission is possible. Requires a channel of the universe, not
  /// no_channel; this is not checked. The result is valid until extend().
  [[nodiscard]] std::span<const sat::Literal> losses(ground::ChannelId c) const {
    const std::size_t begin = loss_begin_[c.index()];
    return std::span(losses_).subspan(begin, loss_begin_[c.index() + 1] - begin);
  }
  /// Returns the literal which says that a fact about faults holds. Requires that the universe has
  /// this fact.
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;
  /// Returns true if the fault has a variable. Faults without a variable have no effect, and the
  /// solver never chooses them.
  [[nodiscard]] bool knows(const Fault& fault) const { return table_.find(fault) != 0; }
  /// Returns the variable of a fault. Requires that the universe has the messages or the node that
  /// the fault affects.
  [[nodiscard]] sat::Literal literal(const Fault& fault) const { return table_.at(fault); }
  /// Returns the fault set that the solver found at its last satisfiable answer.
  [[nodiscard]] FaultSet model(const sat::Solver& solver) const;
  /// Returns the variables of all faults in the set. Requires that each of them has a variable.
  [[nodiscard]] std::vector<sat::Literal> literals(const FaultSet& faults) const;
  /// Returns literals that are all true exactly for the sets which contain `faults` in the sense of
  /// FaultSet::subset_of(). Such a set may also have longer delays. Requires that each fault has a
  /// variable.
  [[nodiscard]] std::vector<sat::Literal> contained(const FaultSet& faults) const;
  /// Returns literals for counting: at least as many are true as the sum of the ticks by which
  /// messages are late.
  [[nodiscard]] std::vector<sat::Literal> ticks_late() const { return late_.ticks(); }

 private:
  void mention(const FaultFact& fact);
  void order_and_count();
  template <class Kind>
  [[nodiscard]] std::vector<sat::Literal> counted(Kind* kind) const;
  [[nodiscard]] std::vector<sat::Literal> reasons(const FaultFact& fact) const;
  void add_channel(const Channel& channel);
  void mention_late(const LateVariables::Messages& messages);
  template <class Kind>
  void add_message_fault(const Kind& fault);
  void add_message_faults(const Channel& channel);
  void exclude_redundant_message_faults(const Channel& channel, std::size_t losses);
  void exclude_late(sat::Literal omitted, const LateVariables::Messages& messages);
  void limit_messages();
  [[nodiscard]] sat::Literal omission_of(const Channel& channel);
  void exclude_from(sat::Literal omitted, const Channel& channel, std::size_t losses);

  const Fspec& fspec_;
  sat::Solver& solver_;
  FaultTable table_;
  /// Variables of omissions, if relations are delayed independently.
  std::map<Omission, sat::Literal> omitted_;
  /// Variables of faults of messages that were sent at one tick, except omissions.
  std::map<Fault, sat::Literal> hits_;
  OutageVariables outages_;
  SpanVariables spans_;
  KindMap<std::optional<CutVariables>> cuts_;
  LateVariables late_;
  /// Literals of facts that several faults can make true.
  std::map<FaultFact, sat::Literal> facts_;
  bool grows_ = true;  ///< true if extend() may be called again
  /// For each channel, the literals of which any one loses its messages, all in one list.
  std::vector<sat::Literal> losses_;
  /// For each channel, the index of its first literal in losses_. The last element is the end.
  std::vector<std::size_t> loss_begin_{0};
  std::vector<sat::Literal> ordered_;
  std::vector<sat::Literal> counted_;
};

}  // namespace ldfi::hazard
