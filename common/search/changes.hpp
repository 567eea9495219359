// Derives from the lineage of one run how its facts could change, as clauses over the fault
// variables [LDFI15 §4.3, App. B Algorithm 2].
//
// A fact that holds is gone if every rule instance that derived it in this run fails. An instance
// fails if its message is lost, a premise is gone, or a negated premise appears. An aggregate
// changes if one of its contributors is gone or appears. The option Negation decides when a fact
// appears:
//   ignore        Never: positive lineage alone.
//   conservative  [App. B, the "optimized version"] If some fact z that holds in this run is gone.
//                 The fact's relation must depend on the relation of z through an odd number of
//                 negations. z must not be later; at the same tick, only deductive rules count.
//                 (Line 7 of Algorithm 2 returns true for leaves. That is an erratum: a given
//                 fact is never gone.)
//   exact         If everything that failed in one of its ground instances changes. A message
//                 that the run loses stays lost. In a cycle within a tick, the facts of a
//                 component appear together, by an instance that needs none of them.
// The variables stand for "gone" and "appears". Each implies a reason, but no reason implies a
// variable, so the faults of a model satisfy the formula. The formula is monotone in the faults.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/search/dependencies.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::search {

class Changes {
 public:
  using Reasons = std::vector<sat::Literal>;

  /// Explains how facts of the execution that `run` holds could change. Keeps references to all
  /// arguments.
  Changes(const ground::Universe& universe, const ground::Executor& run,
          const Dependencies& dependencies, const hazard::FaultVariables& faults, Negation negation,
          sat::Solver& solver);

  /// Returns literals of which at least one is true if the fact `f`, which holds in the run, is
  /// gone. Empty if `f` is never gone. gone() and appears() require a fact of the universe's cone,
  /// but do not check this.
  Reasons gone(FactId f);
  /// Returns literals of which at least one is true if the fact `f`, which does not hold in the
  /// run, appears. Empty if `f` never appears.
  Reasons appears(FactId f);
  /// Adds the clauses about all facts for which gone() or appears() was called. Must be called
  /// again after further calls.
  void add_requested_clauses();

 private:
  void explain_gone(FactId f);
  void explain_appears(FactId f);
  void explain_component(std::uint32_t component);
  Reasons causes(RelationId relation, int tick);
  sat::Literal cause_until(RelationId relation, int tick);
  Reasons change(ground::Premise p) {
    return run_.holds(p.fact()) ? gone(p.fact()) : appears(p.fact());
  }
  Reasons failure(InstanceId i);
  /// Returns true if the premise fails in this run.
  [[nodiscard]] bool fails(ground::Premise p) const { return run_.holds(p.fact()) == p.negated(); }
  /// Returns a literal which implies that every failed premise of the rule instance changes.
  /// Returns nullopt if the premises cannot all change.
  std::optional<sat::Literal> recovery(InstanceId i);
  void imply(sat::Literal from, const Reasons& some);

  const ground::Universe& u_;
  const ground::Executor& run_;
  const Dependencies& dependencies_;
  Negation negation_;
  sat::Solver& solver_;
  const hazard::FaultVariables& faults_;
  /// For each fact, the literal for its change; 0 if no literal was requested yet.
  std::vector<sat::Literal> change_;
  std::map<std::uint32_t, sat::Literal> component_appears_;
  /// Results of cause_until() by relation and tick.
  std::map<std::pair<std::uint32_t, int>, sat::Literal> cause_until_;
  /// For each tick, the facts that hold and are not certain; only for `conservative`.
  std::vector<std::vector<FactId>> by_tick_;
  std::vector<FactId> todo_;
};

}  // namespace ldfi::search
