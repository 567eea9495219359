// The variables of failed writes: one for each node, relation, first and last tick that the Fspec
// admits, of the nodes and relations that the universe asks about. Private to common/solve/hazard.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class WriteVariables {
 public:
  WriteVariables(const Fspec& fspec, const OutageVariables& outages, sat::Solver& solver)
      : fspec_(fspec), outages_(outages), solver_(solver) {}

  /// Adds the variables of the relation at the node, unless it has them, and the clauses that make
  /// a model canonical.
  void mention(NodeId node, StoredId relation);
  /// Limits how many hold to what the Fspec admits; call it after mention().
  void limit();

  /// Writes of the relation fail at the node and tick; 0 if they cannot. Requires mention().
  [[nodiscard]] sat::Literal fails(NodeId node, StoredId relation, int tick) const;
  /// What is on the disk stands still: writes fail, or the node is down. Requires that one of these
  /// is possible.
  [[nodiscard]] sat::Literal stands_still(NodeId node, StoredId relation, int tick) const;
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
    std::vector<sat::Literal> still;
  };
  void add(NodeId node, StoredId relation, Disk& disk);

  const Fspec& fspec_;
  const OutageVariables& outages_;
  sat::Solver& solver_;
  std::map<std::pair<NodeId, StoredId>, Disk> disks_;
  std::vector<std::pair<FailedWrite, sat::Literal>> all_;
  std::vector<sat::Literal> begins_;  ///< some failed write begins at a tick
  std::size_t limited_ = 0;           ///< how many of them the clauses of limit() are about
};

}  // namespace ldfi::hazard
