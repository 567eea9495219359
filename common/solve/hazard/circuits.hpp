// Clauses for a SAT solver that say why facts hold and why they do not, under the possible faults
// (docs/explanation/search.md#why-and-why-not-circuits). They are added proof by proof, and express
// lineage as a formula [GKT07], for presence and for absence [KLZ13].
//
// Every fact has a variable, "the fact holds". A fact with a single rule instance that has a single
// premise shares the variable of this premise, unless faults can stop the instance. If the premises
// of an instance hold, the clauses force its head to hold. If every instance of a fact fails, they
// force the fact to be absent. A fact without clauses may have any value.
//
// For every fault set F, the execution under F satisfies all these clauses, so no counterexample is
// ever excluded. After the lineage of this execution was added, F forces the goals to be kept or
// violated as in the execution. Clauses hold for all fault sets, so each proof is learned only
// once. Facts that support only each other in a cycle are excluded by unfounded sets [VRS91], which
// are found in executions, like loop formulas [LZ04].
//
// The question to the solver is whether `pre` of some goal holds while its `post` does not. Each
// specification of the program has its own question. An execution that ends in an arithmetic error
// violates nothing. So if errors are possible, the question demands that none happens, and a
// further question is whether an error happens. If channels are fifo, the question demands that no
// message overtakes another one. Each question is a literal that the solver assumes.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "common/dedalus/ground/lineage.hpp"
#include "common/solve/hazard/aggregates.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::hazard {

class Circuits {
 public:
  /// `universe` and `solver` must outlive this object. With Extent::everything, includes all facts
  /// of the universe. Otherwise includes only facts on which goals depend.
  Circuits(const ground::Universe& universe, sat::Solver& solver,
           ground::Extent extent = ground::Extent::goals);

  /// Adds the clauses that the lineage of one execution proves. Adding the same lineage again has
  /// no effect. Requires that every id in `lineage` is an instance or a fact of the cone of
  /// `universe`.
  void expand(const Lineage& lineage);
  /// Adds all clauses about the facts that are included, except proofs by unfounded sets, which are
  /// found in executions. This is bounded model checking [BCCZ99].
  void expand_everything();
  /// Returns the literals that must be true for the rule instance to fire. The delivery of its
  /// message is not among them.
  [[nodiscard]] std::vector<sat::Literal> premises(InstanceId i);

  [[nodiscard]] const ground::Universe& universe() const { return u_; }
  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// Returns the literal to assume in a question to the solver whether the specification is
  /// violated. Returns nullopt if this is the only question, so that no assumption is needed.
  /// `specification` is the index of a specification of the program, or 0.
  [[nodiscard]] std::optional<sat::Literal> violation(std::size_t specification = 0) const;
  /// Returns the literal to assume in a question to the solver whether an arithmetic error happens.
  /// Returns nullopt if no error is possible.
  [[nodiscard]] std::optional<sat::Literal> error() const { return error_; }

 private:
  void ask_for_violations();
  [[nodiscard]] std::optional<sat::Literal> ask_for_order();
  void search_for_errors();
  sat::Literal holds(FactId f);
  sat::Literal fails(FactId f) { return -holds(f); }
  void name(FactId f);
  [[nodiscard]] std::optional<ground::Premise> meaning_of(FactId f) const;
  sat::Literal variable_of(FactId f);
  std::vector<sat::Literal> failures(InstanceId i);
  sat::Literal refuted(InstanceId i);
  void support(InstanceId i);
  void refute(FactId f);
  void refute_set(const std::vector<std::uint32_t>& set);
  void define_aggregate(FactId f);

  const ground::Universe& u_;
  const std::size_t known_;  ///< number of included facts; the universe has them first
  sat::Solver& solver_;
  FaultVariables faults_;
  Clauses clauses_;
  AggregateCircuits aggregates_;
  /// For each specification, the literal which says that it is violated. Empty if there is only one
  /// question.
  std::vector<sat::Literal> violations_;
  std::optional<sat::Literal> error_;
  /// For each fact, the literal which says that it holds; 0 if there is none yet.
  std::vector<sat::Literal> holds_;
  /// For each instance, the literal which says that it fails; 0 if there is none yet.
  std::vector<sat::Literal> refuted_;
  std::vector<bool> supported_;  ///< for each instance, true if support() has added its clauses
  /// For each fact, true if the clauses for its absence were added.
  std::vector<bool> absence_done_;
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
