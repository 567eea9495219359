// The solver's variables for outages under CrashModel::stop: one for each outage that the Fspec
// allows. Literals derived from them say when a node is down, when it sends nothing, and when it
// restarts. Private to common/solve/hazard.
#pragma once

#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class OutageVariables {
 public:
  /// Adds the variables of all possible outages to `table`, and clauses which say that the chosen
  /// outages are admissible and canonical. Adds nothing under other crash models.
  OutageVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver);

  // This function and the following ones return 0 if the event is impossible. `node` must be a node
  // of the Fspec.
  /// Returns the literal of "the node is down at the tick".
  [[nodiscard]] sat::Literal down(NodeId node, int tick) const {
    return at(node, &Node::down, tick);
  }
  /// Returns the literal of "the node works at the tick, but sends nothing".
  [[nodiscard]] sat::Literal muted(NodeId node, int tick) const {
    return at(node, &Node::muted, tick);
  }
  /// Returns the literal of the fact. Requires that the fact is about the beginning or end of an
  /// outage, or says that the node sends nothing.
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;

  /// Returns literals for counting: the number of true ones is the number of outages.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }

 private:
  using Row = std::vector<sat::Literal>;  ///< literals by tick
  struct Node {
    Row down;
    Row muted;
    Row crash;  ///< literals which say that the node crashes for good
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
  /// For each node, the literal which says that it is down for good at the last tick.
  std::vector<sat::Literal> gone_;
  std::vector<sat::Literal> restarts_;  ///< literals of all restarts
};

}  // namespace ldfi::hazard
