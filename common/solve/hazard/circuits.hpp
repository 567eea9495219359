// Why and why-not circuits (SEARCH §3) as clauses, grown proof by proof.
//
// Every fact has one variable, "it holds"; one whose only instance has a single premise, and cannot
// be lost, is another name for that premise and shares its variable. K(a) forces it, A(a) forces it
// false: an instance whose premises hold forces its head; a fact all of whose instances are refuted
// is forced absent. Nothing more is said about a fact that was not expanded, so the solver may
// choose it. For every fault set F the truth of its execution satisfies all these clauses, so no
// falsifier is ever excluded; and once the lineage of F's execution is expanded, F forces its goals
// to be ok. Adding a proof only adds clauses, and they hold for all fault sets, so each proof is
// learned once. Facts that could only support each other in a circle are excluded by unfounded
// sets, found on demand in executions.
//
// The question Φ is: some goal's pre holds and its post does not. An execution that ends in an
// arithmetic error violates nothing, so where one is possible, Φ also says that none happens, and
// there is a second question: does one happen? Each is a literal to assume.
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
  Circuits(const ground::Universe& universe, sat::Solver& solver);

  /// Adds what one execution's lineage proves; idempotent.
  void expand(const Lineage& lineage);
  /// Adds every proof there is about the goals' cone, but for unfounded sets: bounded model
  /// checking.
  void expand_everything();

  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// The questions, if arithmetic errors are possible; otherwise Φ is asked without assuming it.
  [[nodiscard]] std::optional<sat::Literal> violation() const { return violation_; }
  [[nodiscard]] std::optional<sat::Literal> error() const { return error_; }
  /// True if there is nothing that could be violated.
  [[nodiscard]] bool nothing_to_violate() const { return nothing_to_violate_; }

 private:
  void ask_for_violations();
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
  sat::Solver& solver_;
  FaultVariables faults_;
  Clauses clauses_;
  AggregateCircuits aggregates_;
  bool nothing_to_violate_ = false;
  std::optional<sat::Literal> violation_;
  std::optional<sat::Literal> error_;
  std::vector<sat::Literal> holds_;    ///< by fact; 0: none yet
  std::vector<sat::Literal> refuted_;  ///< by instance; 0: none yet
  std::vector<bool> supported_;        ///< by instance
  std::vector<bool> absence_done_;     ///< by fact
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
