// The solver's variables for partitions: one for each partition that the Fspec allows. Literals
// derived from them say when a node is cut off, and when two nodes are on different sides. At most
// one partition is active at a tick, and at least one tick is between two partitions. Private to
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
  /// Called for each partition with its variable. The partition is active from the first to the
  /// last tick.
  using Take = std::function<void(const Cut&, Time first, Time last, sat::Literal)>;
  /// Adds variables for all possible partitions, and clauses which say that at most `most` of them
  /// happen and that they are admissible together. Adds nothing if the Fspec allows no partitions.
  CutVariables(const Fspec& fspec, int most, sat::Solver& solver, const Take& take);

  /// Returns the literal which says that a partition loses messages from `from` to `to` at this
  /// tick. Returns 0 if no partition can. Defines the literal at the first call.
  sat::Literal cut(NodeId from, NodeId to, int tick);

  /// Returns literals for counting: the number of true ones is the number of partitions.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  static constexpr std::size_t ways = 3;
  using Row = std::vector<sat::Literal>;  ///< literals by tick; 0 if impossible
  /// Literals by node and tick; each is a reason why the node is cut off.
  using Rows = std::vector<std::vector<Row>>;
  void add_cut(const Cut& cut, std::array<Rows, ways>& reasons, std::vector<Row>& begin,
               const Take& take);
  [[nodiscard]] sat::Literal apart(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal only(Way way, NodeId one, NodeId other, int tick);
  void keep_apart(const std::vector<Row>& begin);

  const Fspec& fspec_;
  sat::Solver& solver_;
  /// For each direction of cuts and each node, literals by tick. They say that a cut in this
  /// direction separates the node from others.
  std::array<std::vector<Row>, ways> cut_off_;
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> apart_;
  /// Results of cut(), kept if partitions in one direction are possible.
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;
};

}  // namespace ldfi::hazard
