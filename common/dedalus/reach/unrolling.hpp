// A formula whose models are the executions of all fault sets [BCCZ99]. The formula grows with the
// grounding, tick by tick. The literal of a fact is true exactly if the fact holds, except in
// cycles within a tick. There, a model may contain facts that are derived only from each other.
// With `close_recursion`, exclude_cycle() excludes such models, one cycle at a time. Without it,
// facts of recursive strata may hold although nothing derives them.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/store.hpp"
#include "common/solve/hazard/aggregates.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::reach {

class Unrolling {
 public:
  /// `program`, `fspec` and `solver` must outlive this object. All functions must get the same
  /// store. Between calls, facts may be added to the store, but not removed.
  Unrolling(const ground::Program& program, const Fspec& fspec, sat::Solver& solver,
            bool close_recursion = false);

  /// Adds the store's new facts and ground rules to the formula. The literals of arithmetic errors
  /// stay unconstrained.
  void extend(const ground::Store& store);
  /// Removes the facts from number `facts` on, and the ground rules from number `instances` on. The
  /// next call of extend() adds them again. Their clauses remain in the solver, which is sound,
  /// because these clauses exclude no execution.
  void forget(std::size_t facts, std::size_t instances);
  [[nodiscard]] std::size_t facts() const { return holds_.size(); }
  [[nodiscard]] std::size_t instances() const { return instances_; }
  /// Excludes models in which the facts of `circle` are derived only from each other, by their loop
  /// formula [LZ04]. All facts must be of one recursive stratum and tick.
  void exclude_cycle(const ground::Store& store, const std::vector<FactId>& circle);
  /// Returns true for a fact of a relation that is in a recursive stratum. Returns false for helper
  /// facts.
  [[nodiscard]] bool recursive(const ground::FactInfo& fact) const;
  /// Returns the literal of a fact, which extend() must have added. exclude() requires this, too.
  [[nodiscard]] sat::Literal holds(FactId f) const { return holds_[f.index()]; }
  /// Adds the constraint that the fact never holds.
  void exclude(FactId f);
  /// Returns true if every ground rule for the fact has a premise that exclude() has excluded.
  /// Requires a fact that the last call of extend() added.
  [[nodiscard]] bool without_support(const ground::Store& store, FactId f) const;
  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }

 private:
  void add_literals(const ground::Store& store, std::size_t first);
  void define(const ground::Store& store, FactId f);
  [[nodiscard]] std::span<const std::uint32_t> instances_of(FactId f) const;
  [[nodiscard]] bool without_contributor(const ground::Store& store, FactId f) const;
  /// Returns literals which are all true exactly if the ground rule fires.
  [[nodiscard]] std::vector<sat::Literal> body(const ground::Store& store,
                                               const ground::PendingInstance& instance) const;

  const ground::Program& program_;
  const Fspec& fspec_;
  const bool close_recursion_;
  hazard::FaultVariables faults_;
  hazard::Clauses clauses_;
  hazard::AggregateCircuits aggregates_;
  std::vector<sat::Literal> holds_;  ///< for each fact, its literal
  std::size_t instances_ = 0;  ///< number of the store's ground rules that the formula contains
  std::size_t first_ = 0;      ///< number of the first fact that the last call of extend() added
  /// Indices of the ground rules for the facts that the last call of extend() added, sorted by
  /// head.
  std::vector<std::uint32_t> fresh_;
  /// For each fact that the last call of extend() added, the position of its first ground rule in
  /// fresh_.
  std::vector<std::size_t> begin_;
};

}  // namespace ldfi::reach
