// What the lineage of one run says about how its facts could change, as clauses over the fault
// variables [LDFI15 §4.3, App. B Algorithm 2].
//
// A fact that holds is gone if every rule instance that derived it in this run fails. An instance
// fails if its message is lost, a premise is gone, or a negated premise appears. An aggregate
// changes if one of its contributors is gone or appears. When a fact appears depends on Negation:
//   ignore        Never: positive lineage alone.
//   conservative  [App. B, the "optimized version"] If some fact z that holds in this run is gone.
//   The
//                 fact's relation must depend on that of z through an odd number of negations, and
//                 z must not be later; at the same tick, only deductive rules count. (Line 7 of
//                 Algorithm 2 returns true for leaves. That is an erratum: a given fact is never
//                 gone.)
//   exact         If everything that failed in one of its ground instances changes. A message that
//   the
//                 run loses stays lost. In a cycle within a tick, the facts of a component appear
//                 together, by an instance that needs none of them.
// The variables stand for "gone" and "appears". They imply their reasons, never the reverse, so the
// faults of a model satisfy the formula. The formula is monotone in the faults.
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

  /// `run` has executed one fault set. Everything passed here must outlive this.
  Changes(const ground::Universe& universe, const ground::Executor& run,
          const Dependencies& dependencies, const hazard::FaultVariables& faults, Negation negation,
          sat::Solver& solver);

  /// gone() and appears() require a fact of the universe's cone, which is not checked. gone():
  /// literals one of which must be true for `f`, which holds in the run, to be gone; empty if it
  /// never is.
  Reasons gone(FactId f);
  /// Literals one of which must be true for `f`, which does not hold in the run, to appear; empty
  /// if it never does.
  Reasons appears(FactId f);
  /// Adds the clauses about all facts asked about so far. Call it again after further questions.
  void work_off();

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
  /// True if the premise fails in this run.
  [[nodiscard]] bool fails(ground::Premise p) const { return run_.holds(p.fact()) == p.negated(); }
  /// A literal that implies that everything that failed in the instance changes; nothing if it
  /// cannot.
  std::optional<sat::Literal> recovery(InstanceId i);
  void imply(sat::Literal from, const Reasons& some);

  const ground::Universe& u_;
  const ground::Executor& run_;
  const Dependencies& dependencies_;
  Negation negation_;
  sat::Solver& solver_;
  const hazard::FaultVariables& faults_;
  std::vector<sat::Literal> change_;  ///< by fact: it is gone or appears; 0: not asked yet
  std::map<std::uint32_t, sat::Literal> component_appears_;
  std::map<std::pair<std::uint32_t, int>, sat::Literal> cause_until_;  ///< by relation and tick
  std::vector<std::vector<FactId>> by_tick_;  ///< conservative: the facts that hold, if uncertain
  std::vector<FactId> todo_;
};

}  // namespace ldfi::search
