// Why and why-not circuits (docs/explanation/search.md#why-and-why-not-circuits) as clauses, which grow proof by proof. They state lineage as
// a formula [GKT07] for presence and for absence alike [KLZ13].
//
// Every fact has one variable, "it holds". A fact whose only instance has a single premise and
// cannot be lost is another name for that premise, and shares its variable. K(a) forces the
// variable true, A(a) forces it false: an instance whose premises hold forces its head, and a fact
// all of whose instances are refuted is forced absent. Nothing else is said about a fact that was
// not expanded, so the solver may choose its value.
//
// For every fault set F, the truth of F's execution satisfies all these clauses, so no falsifier is
// ever excluded. Once the lineage of F's execution is expanded, F forces its goals to be ok. A
// proof only adds clauses, and they hold for all fault sets, so each proof is learned once. Facts
// that could only support each other in a circle are excluded by unfounded sets [VRS91], which are
// found on demand in executions, like loop formulas [LZ04].
//
// The question Φ is: does some goal's pre hold while its post does not? Each specification of the
// program has a question of its own, about its goals. An execution that ends in an arithmetic error
// violates nothing. So where errors are possible, Φ also demands that none happens, and there is one
// more question: does an error happen? Where channels are fifo, Φ also demands that no message
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
  /// `universe` and `solver` must outlive this. With Extent::everything, it knows of all facts, and
  /// not only of those that goals rest on.
  Circuits(const ground::Universe& universe, sat::Solver& solver,
           ground::Extent extent = ground::Extent::goals);

  /// Adds what the lineage of one execution proves; again and again has no effect. Requires every
  /// id in `lineage` to be one of `universe`: an instance or a fact of its cone. The ids are not
  /// checked.
  void expand(const Lineage& lineage);
  /// Adds every proof about the goals' cone, or about all facts, except those by unfounded sets:
  /// bounded model checking [BCCZ99].
  void expand_everything();
  /// What the instance needs, but that its channel delivers.
  [[nodiscard]] std::vector<sat::Literal> premises(InstanceId i);

  [[nodiscard]] const ground::Universe& universe() const { return u_; }
  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// Is the specification violated? To be assumed; nothing if that is the only question there is,
  /// which is then asked without an assumption. Requires one of the program's specifications, or 0.
  [[nodiscard]] std::optional<sat::Literal> violation(std::size_t specification = 0) const;
  /// Does an error happen? Nothing if none is possible.
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
  const std::size_t known_;  ///< the facts below it are known of
  sat::Solver& solver_;
  FaultVariables faults_;
  Clauses clauses_;
  AggregateCircuits aggregates_;
  std::vector<sat::Literal> violations_;  ///< by specification; or empty
  std::optional<sat::Literal> error_;
  std::vector<sat::Literal> holds_;    ///< by fact; 0: none yet
  std::vector<sat::Literal> refuted_;  ///< by instance; 0: none yet
  std::vector<bool> supported_;        ///< by instance
  std::vector<bool> absence_done_;     ///< by fact
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
