// The variables of partitions: one for each that the Fspec admits, and what follows from them: when
// a node is cut off, and when two nodes are on different sides. Private to common/solve/hazard.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class PartitionVariables {
 public:
  /// Adds the clauses that make a model admissible. An Fspec without partitions has no variables.
  PartitionVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver);

  /// A partition cuts the messages from one node to another at the tick; 0 if none can. Defines the
  /// literal when it is first asked for.
  sat::Literal cut(NodeId from, NodeId to, int tick);

  /// Literals of which as many hold as there are partitions.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  static constexpr std::size_t ways = 3;
  using Row = std::vector<sat::Literal>;       ///< by tick; 0: it cannot be
  using Rows = std::vector<std::vector<Row>>;  ///< by node and tick: reasons
  void add_cut(Cut cut, std::array<Rows, ways>& reasons);
  [[nodiscard]] sat::Literal apart(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal only(Way way, NodeId one, NodeId other, int tick);
  void keep_apart();

  const Fspec& fspec_;
  FaultTable& table_;
  sat::Solver& solver_;
  /// By way and node: it is on the side that is written, of such a partition.
  std::array<std::vector<Row>, ways> cut_off_;
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> apart_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;  ///< if one direction may be cut
};

}  // namespace ldfi::hazard
