// The variables of pauses: one for each that the Fspec admits, and what follows from them: when a
// node is paused. Private to common/solve/hazard.
#pragma once

#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class PauseVariables {
 public:
  /// Adds the clauses that make a model admissible. An Fspec without pauses has no variables.
  PauseVariables(const Fspec& fspec, const OutageVariables& outages, FaultTable& table,
                 sat::Solver& solver);

  /// The node is paused at the tick; 0 if it cannot be.
  [[nodiscard]] sat::Literal paused(NodeId node, int tick) const;

  /// Literals of which as many hold as there are pauses.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  void add(NodeId node);

  const Fspec& fspec_;
  const OutageVariables& outages_;
  FaultTable& table_;
  sat::Solver& solver_;
  std::vector<std::vector<sat::Literal>> paused_;  ///< by node and tick
  std::vector<sat::Literal> begins_;               ///< some pause of a node begins at a tick
};

}  // namespace ldfi::hazard
