// The variables of outages, under CrashModel::stop: one for each that the Fspec admits. Literals
// derived from them tell when a node is down, when it sends nothing, and when it restarts. Private
// to common/solve/hazard.
#pragma once

#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class OutageVariables {
 public:
  /// Adds the clauses that make a model admissible and canonical. There are no variables under
  /// other models of crashes.
  OutageVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver);

  // These functions return 0 if the event is impossible. `node` must be a node of the Fspec.
  /// Returns the literal of "the node is down at the tick".
  [[nodiscard]] sat::Literal down(NodeId node, int tick) const {
    return at(node, &Node::down, tick);
  }
  /// Returns the literal of "the node works at the tick, but sends nothing".
  [[nodiscard]] sat::Literal muted(NodeId node, int tick) const {
    return at(node, &Node::muted, tick);
  }
  /// Returns the literal of an outage's beginning or end that makes the fact hold, or of "the node
  /// works, but sends nothing".
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;

  /// Returns literals of which as many are true as there are outages.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }

 private:
  using Row = std::vector<sat::Literal>;  ///< by tick
  struct Node {
    Row down;
    Row muted;
    Row crash;  ///< the node crashes for good
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
  std::vector<sat::Literal> gone_;      ///< by node: it is down for good at the end
  std::vector<sat::Literal> restarts_;  ///< of all nodes and ticks
};

}  // namespace ldfi::hazard
