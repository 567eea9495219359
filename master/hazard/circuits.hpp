// Why and why-not circuits (SEARCH §3) as clauses, grown proof by proof.
//
// Every fact a has two variables: K(a) "certainly present" and A(a) "certainly absent". All clauses are
// implications towards K and A: premises force K, refuted instances force A, and nothing ever forces
// either false. So a fact that was not expanded counts as false in both, since the solver is free to say
// so; adding a proof only adds clauses; and K is well-founded by itself, because a model in which facts
// support each other in a circle is never forced. A of cyclic components comes from unfounded sets.
//
// The question Φ is: some goal is neither K(post) nor A(pre), or some arithmetic error is not A.
#pragma once

#include <map>
#include <vector>

#include "common/ground/lineage.hpp"
#include "master/hazard/fault_variables.hpp"

namespace ldfi::hazard {

class Circuits {
 public:
  Circuits(const ground::Universe& universe, sat::Solver& solver);

  /// Adds what one execution's lineage proves; idempotent.
  void expand(const ground::Lineage& lineage);

  [[nodiscard]] const FaultVariables& faults() const { return faults_; }
  /// True if there is nothing that could be violated.
  [[nodiscard]] bool nothing_to_violate() const { return nothing_to_violate_; }

 private:
  struct Thresholds {
    std::vector<sat::Literal> present;  ///< by j: forced when at least j contributors are K
    std::vector<sat::Literal> absent;   ///< by j: forced when at least j contributors are A
  };
  struct SumState {
    sat::Literal k = 0;
    sat::Literal a = 0;
  };
  using SumLayer = std::map<std::pair<bool, ground::Wide>, SumState>;

  void ask_for_violations();
  sat::Literal k(FactId f);
  sat::Literal a(FactId f);
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
  std::vector<sat::Literal> k_;        ///< by fact; 0: none yet
  std::vector<sat::Literal> a_;        ///< by fact; 0: none yet
  std::vector<sat::Literal> refuted_;  ///< by instance; 0: none yet
  std::vector<bool> supported_;        ///< by instance
  std::vector<bool> absence_done_;     ///< by fact
  std::map<std::uint32_t, Thresholds> thresholds_;
  std::map<std::uint32_t, SumLayer> sums_;
  std::map<std::vector<std::uint32_t>, bool> sets_done_;
};

}  // namespace ldfi::hazard
