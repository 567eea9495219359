// What the lineage of one run says about how its facts could change, as clauses over the fault
// variables [LDFI15 §4.3, App. B Algorithm 2].
//
// A fact that holds is gone if each rule instance that derived it in this run fails; an instance
// fails if its message is lost, a premise is gone, or a negated premise appears. An aggregate is
// gone if one of its contributors is, or if one appears. When a fact appears depends on Negation:
//   ignore        never. Positive lineage alone.
//   conservative  [App. B, the "optimized version"] if any fact z of this run is gone on which its
//                 relation depends through an odd number of negations, and which is not later; of
//                 the same tick only through deductive rules. (Line 7 of Algorithm 2 returns true
//                 for leaves; that is an erratum: a given fact is never gone.)
//   exact         if all that failed in one of its ground instances changes. A message that the run
//                 loses stays lost. In a cycle within a tick, the facts of a component appear
//                 together, by an instance that needs none of them.
// Variables stand for "gone" and "appears" and imply their reasons, never the reverse, so a model's
// faults satisfy the formula. It is monotone in the faults.
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

  /// `run` has executed a fault set; all must outlive this.
  Changes(const ground::Universe& universe, const ground::Executor& run,
          const Dependencies& dependencies, const hazard::FaultVariables& faults, Negation negation,
          sat::Solver& solver);

  /// Literals of which one must be true for the fact, which holds, to be gone; empty: it never is.
  Reasons gone(FactId f);
  /// The same for a fact that does not hold to appear.
  Reasons appears(FactId f);
  /// Adds the clauses about all that was asked; further questions need another call.
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
  /// A literal that implies all that failed in the instance to change; nothing if it cannot.
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
