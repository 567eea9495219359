// The variables of a kind of fault that cuts the network for some ticks: one for each that the Fspec
// admits, and what follows from them: when a node is cut off, and when two nodes are on different
// sides. At most one is on at a tick, with a tick between any two. Private to common/solve/hazard.
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
  /// Takes the variable of the fault of that cut from the first tick to the last one.
  using Take = std::function<void(const Cut&, Time first, Time last, sat::Literal)>;
  /// Adds the clauses that make a model admissible, with at most `most` faults. An Fspec without cuts has
  /// no variables.
  CutVariables(const Fspec& fspec, int most, sat::Solver& solver, const Take& take);

  /// A fault cuts the messages from one node to another at the tick; 0 if none can. Defines the
  /// literal when it is first asked for.
  sat::Literal cut(NodeId from, NodeId to, int tick);

  /// Literals of which as many hold as there are faults.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  static constexpr std::size_t ways = 3;
  using Row = std::vector<sat::Literal>;       ///< by tick; 0: it cannot be
  using Rows = std::vector<std::vector<Row>>;  ///< by node and tick: reasons
  void add_cut(const Cut& cut, std::array<Rows, ways>& reasons, std::vector<Row>& begin,
               const Take& take);
  [[nodiscard]] sat::Literal apart(NodeId a, NodeId b, int tick);
  [[nodiscard]] sat::Literal only(Way way, NodeId one, NodeId other, int tick);
  void keep_apart(const std::vector<Row>& begin);

  const Fspec& fspec_;
  sat::Solver& solver_;
  /// By way and node: it is on the side that is written, of such a fault.
  std::array<std::vector<Row>, ways> cut_off_;
  std::vector<sat::Literal> begins_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> apart_;
  std::map<std::tuple<NodeId, NodeId, int>, sat::Literal> cuts_;  ///< if one direction may be cut
};

}  // namespace ldfi::hazard
