// The variables of partitions: one for each that the Fspec admits, and what follows from them: when
// a node is cut off, and when two nodes are on different sides. Private to common/solve/hazard.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class PartitionVariables {
 public:
  /// Adds the clauses that make a model admissible. An Fspec without partitions has no variables.
  PartitionVariables(const Fspec& fspec, sat::Solver& solver);

  /// A partition cuts the messages between the two nodes at the tick; 0 if none can. Defines the
  /// literal when it is first asked for.
  sat::Literal cut(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal literal(const Partition& partition) const;

  /// Every partition with its variable, in the order of FaultSet.
  [[nodiscard]] const std::vector<std::pair<Partition, sat::Literal>>& all() const { return all_; }
  /// Literals of which as many hold as there are partitions.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  using Row = std::vector<sat::Literal>;  ///< by tick; 0: it cannot be
  void add_side(NodeSet side, std::vector<std::vector<Row>>& cut_off);
  void keep_apart();

  const Fspec& fspec_;
  sat::Solver& solver_;
  std::vector<std::pair<Partition, sat::Literal>> all_;
  std::vector<Row> cut_off_;  ///< by node: it is on the side that is written
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;
};

}  // namespace ldfi::hazard
