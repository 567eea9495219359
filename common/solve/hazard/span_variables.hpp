// The variables of faults that happen to nodes and disks. They follow from the place and the span of a
// kind: a fault of one tick has a variable, permanent faults are ordered in time, and at most one
// interval is on at a place (intervals.hpp). A fault of a single tick tells what the kind loses and
// opens, which facts it makes hold, and beside which other kinds it cannot be. Only an outage has
// moments of its own: outage_variables.hpp. Private to common/solve/hazard.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/faults/spans.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/hazard/outage_variables.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

/// A kind that happens to a node or a disk.
template <class Kind>
concept OfNodeOrDisk = Spanning<Kind> &&(Kind::place == Place::node || Kind::place == Place::disk);

class SpanVariables {
 public:
  /// Adds the points and intervals of all nodes. Permanent faults of nodes, and all faults of disks, are
  /// added by mention().
  SpanVariables(const Fspec& fspec, const OutageVariables& outages, FaultTable& table,
                sat::Solver& solver);

  /// Adds the permanent faults of the node up to the tick. Later ones change nothing. `last_call`: they
  /// are not extended again.
  void mention(NodeId node, int last, bool last_call);
  /// Adds the faults of the relation's disk at the node, unless it has them.
  void mention(NodeId node, NamedId relation);
  /// Limits how many faults of each kind there are to what the Fspec admits; call it after mention().
  void limit();

  /// Adds the literals each of which loses the channel. May define a literal for ChannelKind::keep,
  /// which is lost unless a fault opens it; some fault must.
  void add_losses(const Channel& channel, std::vector<sat::Literal>& out);
  /// Adds the literals each of which makes the fact hold.
  void add_reasons(const FaultFact& fact, std::vector<sat::Literal>& out) const;
  /// Literals of which at least as many hold as there are faults of the kind, and none more needs to.
  template <OfNodeOrDisk Kind>
  [[nodiscard]] std::vector<sat::Literal> counted(Kind*) const {
    if constexpr (std::is_same_v<Kind, Outage>) return outages_.counted();
    std::vector<sat::Literal> out;
    for (const Row& row : rows_.of<Kind>()) {
      if (Kind::span == Span::permanent && row.ever != 0) out.push_back(row.ever);
      if (Kind::span != Span::permanent) {
        std::ranges::copy_if(row.begins, std::back_inserter(out), [](auto l) { return l != 0; });
      }
    }
    return out;
  }

 private:
  /// The faults of one kind at one place. By tick, from 1 on.
  struct Row {
    std::vector<sat::Literal> on;      ///< a fault is on
    std::vector<sat::Literal> begins;  ///< a fault begins
    sat::Literal ever = 0;             ///< forced by each permanent fault
  };
  template <class Kind>
  [[nodiscard]] sat::Literal on(WhereOf<Kind> place, int tick) const;
  template <class Kind>
  void add(WhereOf<Kind> place, int last, bool last_call = true);
  template <class Kind>
  void add_permanent(WhereOf<Kind> place, Row& row, int last, bool last_call);
  template <class Kind>
  void add_intervals_of(WhereOf<Kind> place, Row& row, int last);
  template <class Kind>
  void keep_apart(WhereOf<Kind> place, int first);
  template <class Kind, class Other>
  void keep_apart_from(WhereOf<Kind> place, int first);
  template <class Kind>
  void add_losses_of(const Channel& channel, std::vector<sat::Literal>& out) const;
  template <class Kind>
  void add_reasons_of(const FaultFact& fact, std::vector<sat::Literal>& out) const;
  template <class Kind>
  [[nodiscard]] const Row* row_of(WhereOf<Kind> place) const;

  const Fspec& fspec_;
  const OutageVariables& outages_;
  FaultTable& table_;
  sat::Solver& solver_;
  KindMap<std::vector<Row>> rows_;  ///< by the number of the place
  KindMap<std::size_t> limited_{};  ///< how many literals the clauses of limit() are about
};

}  // namespace ldfi::hazard
