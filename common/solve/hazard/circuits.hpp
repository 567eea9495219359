// Why and why-not circuits (docs/explanation/search.md#why-and-why-not-circuits) as clauses, which
// are added proof by proof. They express lineage as a formula [GKT07], for presence and for absence
// [KLZ13].
//
// Every fact has one variable, "it holds". If the only instance of a fact has a single premise and
// cannot be lost, the fact shares the variable of that premise. An instance whose premises hold
// forces its head. A fact all of whose instances are refuted is forced absent. A fact that was not
// expanded has no other constraints, so the solver may choose its value.
//
// For every fault set F, the execution under F satisfies all these clauses, so no falsifier is ever
// excluded. Once the lineage of F's execution is expanded, F forces its goals to be ok. Each proof
// only adds clauses, and they hold for all fault sets, so each proof is learned once. Facts that
// support only each other in a cycle are excluded by unfounded sets [VRS91]. These are found on
// demand in executions, like loop formulas [LZ04].
//
// The question Φ is: does some goal's pre hold while its post does not? Each specification of the
// program has its own question, about its goals. An execution that ends in an arithmetic error
// violates nothing. So if errors are possible, Φ also demands that none happens, and there is a
// further question: does an error happen? If channels are fifo, Φ also demands that no message
// overtakes another one. Each question is a literal to assume.
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
  /// `universe` and `solver` must outlive this object. With Extent::everything, all facts are
  /// included, otherwise only those on which goals depend.
  Circuits(const ground::Universe& universe, sat::Solver& solver,
           ground::Extent extent = ground::Extent::goals);

  /// Adds the clauses that the lineage of one execution proves. Adding the same lineage again has
  /// no effect. Requires that every id in `lineage` is an instance or a fact of the cone of
  /// `universe`.
  void expand(const Lineage& lineage);
  /// Adds every proof about the facts on which goals depend, or about all facts, except proofs by
  /// unfounded sets. This is bounded model checking [BCCZ99].
  void expand_everything();
  /// Returns the literals that must be true for the instance to fire, besides the delivery of its
  /// message.
  [[nodiscard]] std::vector<sat::Literal> premises(InstanceId i);

  [[nodiscard]] const ground::Universe& universe() const { return u_; }
  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// Returns the literal to assume for "the specification is violated". Returns nullopt if this is
  /// the only question, so that no assumption is needed. Requires the index of a specification of
  /// the program, or 0.
  [[nodiscard]] std::optional<sat::Literal> violation(std::size_t specification = 0) const;
  /// Returns the literal to assume for "an arithmetic error happens". Returns nullopt if no error
  /// is possible.
  [[nodiscard]] std::optional<sat::Literal> error() const { return error_; }

 private:
  void ask_for_violations();
  [[nodiscard]] std::optional<sat::Literal> ask_for_order();
  void ask_for_errors();
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
  const std::size_t known_;  ///< number of the facts that are included, which come first
  sat::Solver& solver_;
  FaultVariables faults_;
  Clauses clauses_;
  AggregateCircuits aggregates_;
  /// For each specification, the literal of its question. Empty if there is only one question.
  std::vector<sat::Literal> violations_;
  std::optional<sat::Literal> error_;
  std::vector<sat::Literal> holds_;  ///< for each fact, its literal; 0 if it has none yet
  /// For each instance, the literal which says that it fails; 0 if there is none yet.
  std::vector<sat::Literal> refuted_;
  std::vector<bool> supported_;  ///< for each instance, true if support() has added its clauses
  /// For each fact, true if the clauses for its absence were added.
  std::vector<bool> absence_done_;
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
