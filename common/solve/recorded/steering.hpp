// Chooses the fault sets that are tried first, by the lineage of executions [LDFI15]. It is not
// part of a proof: its clauses hold only under assumption(). If no set is left under this
// assumption, the search continues without it.
//
//   value           a node lacks a client's value only if each message that is known to carry
//                   it there is faulty, or its sender lacks the value, too
//   happens_before  in each passing execution, something that came before an answer is faulty,
//                   or one of the execution's own faults does not happen
//   mixed           one fault of every possible kind; otherwise single faults and pairs of one kind
//                   come first, which delays finding failures that need several kinds
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
  [[nodiscard]] bool knows(const Outcome& outcome) const;
  /// Adds the clauses of an outcome. Requires that its faults have literals. An invalid outcome
  /// adds nothing.
  void add(const Outcome& outcome);
  [[nodiscard]] sat::Literal assumption() const { return assumption_; }

 private:
  /// A value, and a node that has it at the end.
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
