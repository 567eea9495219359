// The variables of outages under CrashModel::stop: one for each outage that the Fspec admits.
// Literals derived from them say when a node is down, when it sends nothing, and when it restarts.
// Private to common/solve/hazard.
#pragma once

#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class OutageVariables {
 public:
  /// Adds clauses which say that a model is admissible and canonical. There are no variables under
  /// other crash models.
  OutageVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver);

  // The following functions return 0 if the event is impossible. `node` must be a node of the
  // Fspec.
  /// Returns the literal of "the node is down at the tick".
  [[nodiscard]] sat::Literal down(NodeId node, int tick) const {
    return at(node, &Node::down, tick);
  }
  /// Returns the literal of "the node works at the tick, but sends nothing".
  [[nodiscard]] sat::Literal muted(NodeId node, int tick) const {
    return at(node, &Node::muted, tick);
  }
  /// Returns the literal of the fact if it is about the beginning or end of an outage, or says that
  /// the node sends nothing.
  [[nodiscard]] sat::Literal literal(const FaultFact& fact) const;

  /// Returns literals of which as many are true as there are outages.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return counted_; }

 private:
  using Row = std::vector<sat::Literal>;  ///< indexed by tick
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
  /// For each node, the literal which says that it is down for good at EOT.
  std::vector<sat::Literal> gone_;
  std::vector<sat::Literal> restarts_;  ///< literals of all restarts
};

}  // namespace ldfi::hazard
