// The variables of a kind of fault that cuts the network for some ticks: one for each fault that
// the Fspec admits. Literals derived from them tell when a node is cut off, and when two nodes are
// on different sides. At most one cut is on at a tick, with a tick between any two. Private to
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
  /// Receives the variable of the fault that cuts from the first to the last tick.
  using Take = std::function<void(const Cut&, Time first, Time last, sat::Literal)>;
  /// Adds the clauses that make a model admissible, with at most `most` faults. If the Fspec has no
  /// cuts, there are no variables.
  CutVariables(const Fspec& fspec, int most, sat::Solver& solver, const Take& take);

  /// Returns the literal of "a fault cuts messages from one node to another at the tick"; 0 if none
  /// can. Defines the literal at the first call.
  sat::Literal cut(NodeId from, NodeId to, int tick);

  /// Returns literals of which as many are true as there are faults.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  static constexpr std::size_t ways = 3;
  using Row = std::vector<sat::Literal>;       ///< by tick; 0 if impossible
  using Rows = std::vector<std::vector<Row>>;  ///< reasons, by node and tick
  void add_cut(const Cut& cut, std::array<Rows, ways>& reasons, std::vector<Row>& begin,
               const Take& take);
  [[nodiscard]] sat::Literal apart(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal only(Way way, NodeId one, NodeId other, int tick);
  void keep_apart(const std::vector<Row>& begin);

  const Fspec& fspec_;
  sat::Solver& solver_;
  /// By way and node: the node is on the side of such a cut.
  std::array<std::vector<Row>, ways> cut_off_;
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> apart_;
  /// Used if cuts in one direction are possible.
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;
};

}  // namespace ldfi::hazard
