// The executions of all fault sets as one formula, which grows with the grounding, tick by tick
// [BCCZ99]. The literal of a fact is true exactly if the fact holds. Cycles within a tick are an
// exception: in a model, facts may hold that support only each other. With `close_recursion`,
// refute_circle() excludes such models, cycle by cycle. Without it, facts of recursive strata may
// hold without any support.
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
  /// store, which may only grow.
  Unrolling(const ground::Program& program, const Fspec& fspec, sat::Solver& solver,
            bool close_recursion = false);

  /// Adds the store's new facts and instances to the formula. Arithmetic errors are not
  /// constrained.
  void extend(const ground::Store& store);
  /// Removes the facts and instances from these numbers on; extend() will add them again. Their
  /// variables and clauses remain in the solver, which is sound, because the clauses exclude no
  /// execution.
  void forget(std::size_t facts, std::size_t instances);
  [[nodiscard]] std::size_t facts() const { return holds_.size(); }
  [[nodiscard]] std::size_t instances() const { return instances_; }
  /// Adds the loop formula of a cycle of facts [LZ04]: they hold only if some instance derives one
  /// of them without the others. All facts must be of one recursive stratum and tick.
  void refute_circle(const ground::Store& store, const std::vector<FactId>& circle);
  /// Returns true for a user fact whose relation is in a recursive stratum.
  [[nodiscard]] bool recursive(const ground::FactInfo& fact) const;
  /// Returns the literal of a fact. holds() and exclude() require that extend() has added the fact.
  [[nodiscard]] sat::Literal holds(FactId f) const { return holds_[f.index()]; }
  /// Adds the constraint that the fact never holds.
  void exclude(FactId f);
  /// Returns true if every instance of the fact has an excluded premise. Requires a fact that the
  /// last call of extend() added.
  [[nodiscard]] bool without_support(const ground::Store& store, FactId f) const;
  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }

 private:
  void add_literals(const ground::Store& store, std::size_t first);
  void define(const ground::Store& store, FactId f);
  [[nodiscard]] std::span<const std::uint32_t> instances_of(FactId f) const;
  [[nodiscard]] bool without_contributor(const ground::Store& store, FactId f) const;
  /// Returns the literals that must all be true for the instance to fire.
  [[nodiscard]] std::vector<sat::Literal> body(const ground::Store& store,
                                               const ground::PendingInstance& instance) const;

  const ground::Program& program_;
  const Fspec& fspec_;
  const bool close_recursion_;
  hazard::FaultVariables faults_;
  hazard::Clauses clauses_;
  hazard::AggregateCircuits aggregates_;
  std::vector<sat::Literal> holds_;  ///< for each fact, its literal
  std::size_t instances_ = 0;        ///< number of the store's instances that are in the formula
  std::size_t first_ = 0;            ///< first fact that the last call of extend() added
  /// Instances of the facts that the last call of extend() added, sorted by head.
  std::vector<std::uint32_t> fresh_;
  /// For each fact that the last call of extend() added, the index of its first instance in fresh_.
  std::vector<std::size_t> begin_;
};

}  // namespace ldfi::reach
