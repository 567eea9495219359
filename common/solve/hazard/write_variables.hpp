// The variables of failed writes: one for each node, relation, first and last tick that the Fspec
// admits, of the nodes and relations that the universe asks about. Private to common/solve/hazard.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/hazard/pause_variables.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class WriteVariables {
 public:
  WriteVariables(const Fspec& fspec, const OutageVariables& outages, const PauseVariables& pauses,
                 sat::Solver& solver)
      : fspec_(fspec), outages_(outages), pauses_(pauses), solver_(solver) {}

  /// Adds the variables of the relation at the node, unless it has them, and the clauses that make
  /// a model canonical.
  void mention(NodeId node, StoredId relation);
  /// Limits how many hold to what the Fspec admits; call it after mention().
  void limit();

  /// Writes of the relation fail at the node and tick; 0 if they cannot. Requires mention().
  [[nodiscard]] sat::Literal fails(NodeId node, StoredId relation, int tick) const;
  /// Makes the literal of what is on the disk and stands still: writes fail, or the node is down or
  /// paused. Requires that one of these is possible, and mention().
  [[nodiscard]] sat::Literal stands_still(NodeId node, StoredId relation, int tick);
  [[nodiscard]] sat::Literal literal(const FailedWrite& failed) const;

  /// Every failed write with its variable, in the order of FaultSet.
  [[nodiscard]] const std::vector<std::pair<FailedWrite, sat::Literal>>& all() const {
    return all_;
  }
  /// Literals of which as many hold as writes fail.
  [[nodiscard]] const std::vector<sat::Literal>& counted() const { return begins_; }

 private:
  struct Disk {
    std::vector<sat::Literal> fails;  ///< by tick
  };
  void add(NodeId node, StoredId relation, Disk& disk);

  const Fspec& fspec_;
  const OutageVariables& outages_;
  const PauseVariables& pauses_;
  sat::Solver& solver_;
  std::map<std::pair<NodeId, StoredId>, Disk> disks_;
  std::map<std::tuple<NodeId, StoredId, int>, sat::Literal> still_;
  std::vector<std::pair<FailedWrite, sat::Literal>> all_;
  std::vector<sat::Literal> begins_;  ///< some failed write begins at a tick
  std::size_t limited_ = 0;           ///< how many of them the clauses of limit() are about
};

}  // namespace ldfi::hazard
