// The variables of faults of disks: one for each failed write, dead disk and write-back that the Fspec
// admits, of the nodes and relations that the universe asks about. Private to common/solve/hazard.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/hazard/pause_variables.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class DiskVariables {
 public:
  DiskVariables(const Fspec& fspec, const OutageVariables& outages, const PauseVariables& pauses,
                FaultTable& table, sat::Solver& solver)
      : fspec_(fspec), outages_(outages), pauses_(pauses), table_(table), solver_(solver) {}

  /// Adds the variables of the relation at the node, unless it has them, and the clauses that make
  /// a model canonical.
  void mention(NodeId node, NamedId relation);
  /// Limits how many hold to what the Fspec admits; call it after mention().
  void limit();

  /// Writes of the relation fail at the node and tick, by a failed write; 0 if they cannot. Requires
  /// mention().
  [[nodiscard]] sat::Literal fails(NodeId node, NamedId relation, int tick) const;
  /// The disk is dead; 0 if it cannot be. Requires mention().
  [[nodiscard]] sat::Literal dead(NodeId node, NamedId relation, int tick) const;
  /// Makes the literal of what is on the disk and stands still: writes fail, or the node is down or
  /// paused. Requires that one of these is possible, and mention().
  [[nodiscard]] sat::Literal stands_still(NodeId node, NamedId relation, int tick);
  /// Makes the literal of an `ioerror` at the tick. Requires mention().
  void mention_error(NodeId node, NamedId relation, int tick);
  [[nodiscard]] sat::Literal error(NodeId node, NamedId relation, int tick) const;
  /// Literals of which as many hold as there are faults of disks.
  [[nodiscard]] std::vector<sat::Literal> counted() const;

 private:
  using Key = std::tuple<NodeId, NamedId, int>;  ///< node, relation, tick
  struct Disk {
    std::vector<sat::Literal> fails;  ///< by tick
    std::vector<sat::Literal> dead;
  };
  void add_deaths(NodeId node, NamedId relation, Disk& disk);
  void add_failed_writes(NodeId node, NamedId relation, Disk& disk);
  void add_corruptions(NodeId node, NamedId relation, const Disk& disk);
  void add_write_backs(NodeId node, NamedId relation, const Disk& disk);
  void limit(const std::vector<sat::Literal>& literals, int most, std::size_t& limited);
  [[nodiscard]] sat::Literal at(NodeId node, NamedId relation, std::vector<sat::Literal> Disk::*row,
                                int tick) const;

  const Fspec& fspec_;
  const OutageVariables& outages_;
  const PauseVariables& pauses_;
  FaultTable& table_;
  sat::Solver& solver_;
  std::map<std::pair<NodeId, NamedId>, Disk> disks_;
  std::map<Key, sat::Literal> still_;
  std::map<Key, sat::Literal> errors_;
  std::vector<sat::Literal> begins_;   ///< some failed write begins at a tick
  std::vector<sat::Literal> died_;     ///< by disk: it dies
  std::vector<sat::Literal> damaged_;  ///< of each corruption
  std::vector<sat::Literal> back_;     ///< of each write-back
  std::size_t limited_writes_ = 0;     ///< how many of them the clauses of limit() are about
  std::size_t limited_deaths_ = 0;
  std::size_t limited_damages_ = 0;
  std::size_t limited_backs_ = 0;
};

}  // namespace ldfi::hazard
