// Why and why-not circuits (SEARCH §3) as clauses, grown proof by proof.
//
// Every fact has one variable, "it holds". K(a) forces it, A(a) forces it false: an instance whose
// premises hold forces its head; a fact all of whose instances are refuted is forced absent.
// Nothing is said about a fact that was not expanded, so the solver may choose it. For every fault
// set F the truth of its execution satisfies all these clauses, so no falsifier is ever excluded;
// and once the lineage of F's execution is expanded, F forces its goals to be ok. Adding a proof
// only adds clauses, and they hold for all fault sets, so each proof is learned once. Facts that
// could only support each other in a circle are excluded by unfounded sets, found on demand in
// executions.
//
// The question Φ is: some goal's pre holds and its post does not, or some arithmetic error happens.
#pragma once

#include <map>
#include <vector>

#include "common/ground/lineage.hpp"
#include "common/hazard/fault_variables.hpp"

namespace ldfi::hazard {

class Circuits {
 public:
  Circuits(const ground::Universe& universe, sat::Solver& solver);

  /// Adds what one execution's lineage proves; idempotent.
  void expand(const ground::Lineage& lineage);
  /// Adds every proof there is about the goals' cone, but for unfounded sets: bounded model
  /// checking.
  void expand_everything();

  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// True if there is nothing that could be violated.
  [[nodiscard]] bool nothing_to_violate() const { return nothing_to_violate_; }

 private:
  struct Thresholds {
    std::vector<sat::Literal> present;  ///< by j: forced when at least j contributors hold
    std::vector<sat::Literal> absent;   ///< by j: forced when at least j contributors fail
  };
  /// By "some contributor is present" and sum: the literal that says the sum is that.
  using SumLayer = std::map<std::pair<bool, ground::Wide>, sat::Literal>;

  void ask_for_violations();
  sat::Literal holds(FactId f);
  sat::Literal fails(FactId f) { return -holds(f); }
  sat::Literal refuted(InstanceId i);
  void support(InstanceId i);
  void refute(FactId f);
  void refute_set(const std::vector<std::uint32_t>& set);
  void define_aggregate(FactId f);
  void define_count(FactId f, const ground::Group& group, const ground::AggregateRange& range);
  void define_extreme(FactId f, const ground::Group& group, const ground::AggregateRange& range);
  void define_sum(FactId f, const ground::Group& group, const ground::AggregateRange& range);
  const Thresholds& thresholds(std::uint32_t group);
  const SumLayer& sums(std::uint32_t group);
  SumLayer next_layer(const SumLayer& layer, const ground::Contributor& c);
  /// Forces `head` when all of `body` hold (duplicates and constants allowed).
  void imply(const std::vector<sat::Literal>& body, sat::Literal head);

  const ground::Universe& u_;
  sat::Solver& solver_;
  FaultVariables faults_;
  sat::Literal true_;
  bool nothing_to_violate_ = false;
  std::vector<sat::Literal> holds_;    ///< by fact; 0: none yet
  std::vector<sat::Literal> refuted_;  ///< by instance; 0: none yet
  std::vector<bool> supported_;        ///< by instance
  std::vector<bool> absence_done_;     ///< by fact
  std::map<std::uint32_t, Thresholds> thresholds_;
  std::map<std::uint32_t, SumLayer> sums_;
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
