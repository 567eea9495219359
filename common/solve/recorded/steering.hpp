// Chooses the fault sets that are tried first, with the lineage of earlier executions [LDFI15]: the
// messages and facts that led to their results. The choice is not part of a proof: its clauses
// hold only under assumption(). If no set is left under this assumption, the search continues
// without it. The user chooses one of these heuristics:
//
//   value           tries to keep a node from having a client's value at the end: each message
//                   that carries the value to the node is faulty, or its sender lacks the value
//   happens_before  for each passing execution, adds a fault on something that came before an
//                   answer to a client, or drops one of the execution's own faults
//   mixed           tries one fault of every possible kind first; otherwise single faults and
//                   pairs of one kind come first, and failures that need several kinds come late
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/solve/recorded/fault_literals.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::recorded {

class Steering {
 public:
  /// All arguments must outlive this object.
  Steering(sat::Solver& solver, FaultLiterals& literals, const systems::Fspec& fspec,
           systems::Steer way, const std::vector<Outcome>& outcomes);

  /// Returns false if clients sent values in this outcome that they sent in no earlier outcome.
  /// Such values have no literals yet.
  [[nodiscard]] bool knows(const Outcome& outcome) const;
  /// Adds the clauses of an outcome. Requires that the outcome's faults have literals. An invalid
  /// outcome adds nothing.
  void add(const Outcome& outcome);
  [[nodiscard]] sat::Literal assumption() const { return assumption_; }

 private:
  /// A value, and a node that must have the value at the end.
  using Goal = std::pair<std::string, std::string>;

  void declare(const std::vector<Outcome>& outcomes);
  void demand_every_kind();
  void add_carriers(const Outcome& outcome);
  void add_causes(const Outcome& outcome);

  sat::Solver& solver_;
  FaultLiterals& literals_;
  const systems::Fspec& fspec_;
  systems::Steer way_;
  sat::Literal assumption_;
  std::map<Goal, sat::Literal> lacks_;
};

}  // namespace ldfi::recorded
