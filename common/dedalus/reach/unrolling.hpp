// The executions of all fault sets as one formula that grows with the grounding, tick by tick: a
// fact's literal is true exactly when the fact holds. (Facts that support each other within a tick
// may be taken to hold although they do not: all facts of recursive strata, or, where recursion is
// to be closed, only until refute_circle().)
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/store.hpp"
#include "common/solve/hazard/aggregates.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::reach {

class Unrolling {
 public:
  Unrolling(const ground::Program& program, const Fspec& fspec, sat::Solver& solver,
            bool close_recursion = false);

  /// Adds what the store has gained; complete but for arithmetic errors.
  void extend(const ground::Store& store);
  /// Forgets the facts and instances from these numbers on, so that extend() adds them anew. (Their
  /// variables stay behind; they say what was known then, and exclude no execution.)
  void forget(std::size_t facts, std::size_t instances);
  [[nodiscard]] std::size_t facts() const { return holds_.size(); }
  [[nodiscard]] std::size_t instances() const { return instances_; }
  /// The facts, of one recursive stratum and tick, hold together only if some instance derives one
  /// of them without the others.
  void refute_circle(const ground::Store& store, const std::vector<FactId>& circle);
  [[nodiscard]] bool recursive(const ground::FactInfo& fact) const;
  /// The literal of a fact that extend() has seen.
  [[nodiscard]] sat::Literal holds(FactId f) const { return holds_[f.index()]; }
  /// From now on it is known that the fact never holds.
  void exclude(FactId f);
  /// What is excluded leaves no way to derive the fact, which is one of the last extend().
  [[nodiscard]] bool without_support(const ground::Store& store, FactId f) const;
  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }

 private:
  void add_literals(const ground::Store& store, std::size_t first);
  void define(const ground::Store& store, FactId f);
  [[nodiscard]] std::span<const std::uint32_t> instances_of(FactId f) const;
  [[nodiscard]] bool without_contributor(const ground::Store& store, FactId f) const;
  /// What the instance needs to fire.
  [[nodiscard]] std::vector<sat::Literal> body(const ground::Store& store,
                                               const ground::PendingInstance& instance) const;

  const ground::Program& program_;
  const bool close_recursion_;
  hazard::FaultVariables faults_;
  hazard::Clauses clauses_;
  hazard::AggregateCircuits aggregates_;
  std::vector<sat::Literal> holds_;   ///< by fact
  std::size_t instances_ = 0;         ///< of the store, that have been looked at
  std::size_t first_ = 0;             ///< fact of the last extend()
  std::vector<std::uint32_t> fresh_;  ///< the instances of its facts, by head
  std::vector<std::size_t> begin_;    ///< in fresh_, by fact
};

}  // namespace ldfi::reach
