// The variables of partitions: one for each partition that the Fspec admits. Literals derived from
// them say when a node is cut off, and when two nodes are on different sides. At most one partition
// is active at a tick, and at least one tick is between two of them. Private to
// common/solve/hazard.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class CutVariables {
 public:
  /// Called with the variable of each partition, which lasts from the first to the last tick.
  using Take = std::function<void(const Cut&, Time first, Time last, sat::Literal)>;
  /// Adds clauses which say that a model is admissible, with at most `most` partitions. If the
  /// Fspec allows no partitions, there are no variables.
  CutVariables(const Fspec& fspec, int most, sat::Solver& solver, const Take& take);

  /// Returns the literal of "a partition loses messages from one node to the other at this tick".
  /// Returns 0 if none can. Defines the literal at the first call.
  sat::Literal cut(NodeId from, NodeId to, int tick);

  /// Returns literals of which as many are true as there are partitions.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  static constexpr std::size_t ways = 3;
  using Row = std::vector<sat::Literal>;       ///< indexed by tick; 0 if impossible
  using Rows = std::vector<std::vector<Row>>;  ///< literals of reasons, by node and tick
  void add_cut(const Cut& cut, std::array<Rows, ways>& reasons, std::vector<Row>& begin,
               const Take& take);
  [[nodiscard]] sat::Literal apart(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal only(Way way, NodeId one, NodeId other, int tick);
  void keep_apart(const std::vector<Row>& begin);

  const Fspec& fspec_;
  sat::Solver& solver_;
  /// For each way and node, the literals which say at which ticks the node is on the side of a cut
  /// with this way.
  std::array<std::vector<Row>, ways> cut_off_;
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> apart_;
  /// Results of cut() if partitions in one direction are possible.
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;
};

}  // namespace ldfi::hazard
