// Which fault sets are tried first, by what executions rested on [LDFI15]. It is no part of a proof: all
// that follows from it holds only where assumption() is assumed, and when nothing is left under it, the
// search goes on without.
//
//   value           a node lacks what a client told another one only if each message is faulty that is
//                   known to carry it there, or its sender lacks it, too (as it falls, so to say)
//   happens_before  of each execution, something is faulty that came before one of the answers, or one
//                   of its own faults does not happen: without these it may rest on other things
//   mixed           a fault of every kind that there may be: where it takes several at once, all single
//                   faults and pairs of one kind are in the way of the least first
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
  /// All must outlive it.
  Steering(sat::Solver& solver, FaultLiterals& literals, const systems::Fspec& fspec,
           systems::Steer way, const std::vector<Outcome>& outcomes);

  /// False if clients asked for something that the others do not know.
  [[nodiscard]] bool knows(const Outcome& outcome) const;
  /// Of one whose faults have literals. Nothing follows from an invalid one.
  void add(const Outcome& outcome);
  [[nodiscard]] sat::Literal assumption() const { return assumption_; }

 private:
  using Goal = std::pair<std::string, std::string>;  ///< a value, and a node that has it in the end

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
