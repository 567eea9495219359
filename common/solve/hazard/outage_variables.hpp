// The variables of outages, under CrashModel::stop: one for each that the Fspec admits, and what
// follows from them: when a node is down, when it sends nothing, when it restarts. Private to
// common/solve/hazard.
#pragma once

#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class OutageVariables {
 public:
  /// Adds the clauses that make a model admissible and canonical. With another model of crashes,
  /// there are no variables.
  OutageVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver);

  // Each is 0 where it cannot be. `node` must be one of the Fspec.
  /// The node is down at the tick.
  [[nodiscard]] sat::Literal down(NodeId node, int tick) const {
    return at(node, &Node::down, tick);
  }
  /// The node works at the tick, but sends nothing.
  [[nodiscard]] sat::Literal muted(NodeId node, int tick) const {
    return at(node, &Node::muted, tick);
  }
  /// The outage begins or ends that makes the fact hold, or the node works and sends nothing.
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;

  /// Literals of which as many hold as there are outages.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }

 private:
  using Row = std::vector<sat::Literal>;  ///< by tick
  struct Node {
    Row down;
    Row muted;
    Row crash;  ///< crashes for good
    Row restart;
  };
  [[nodiscard]] sat::Literal at(NodeId node, Row Node::*row, int tick) const;
  void add(NodeId node);
  void add_outages(NodeId node);
  void add_states(NodeId node, std::size_t first);
  void exclude_overlaps(NodeId node, std::size_t first);

  const Fspec& fspec_;
  FaultTable& table_;
  sat::Solver& solver_;
  std::vector<Node> nodes_;
  std::vector<sat::Literal> counted_;
  std::vector<sat::Literal> gone_;      ///< by node: is down for good
  std::vector<sat::Literal> restarts_;  ///< of all nodes and ticks
};

}  // namespace ldfi::hazard
