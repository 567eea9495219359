// The solver's variables for faults of nodes and disks. The *place* of a kind says what a fault
// hits: a node or a disk. The *span* says how long a fault lasts (common/faults/place.hpp). Place
// and span decide which variables are needed. A fault of one tick has a variable. A permanent fault
// has one for each tick at which it may be active. Of faults that last for an interval, at most one
// is active at a place (intervals.hpp). What a kind does is read from a fault of a single tick:
// which messages it loses, which facts it makes true, and which other kinds it excludes. Outages
// are different: outage_variables.hpp. Private to common/solve/hazard.
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

/// A kind of faults of nodes or disks.
template <class Kind>
concept OfNodeOrDisk = Spanning<Kind> &&(Kind::place == Place::node || Kind::place == Place::disk);

class SpanVariables {
 public:
  /// Adds the variables of faults of nodes that last for one tick or an interval. mention() adds
  /// permanent faults of nodes, and all faults of disks.
  SpanVariables(const Fspec& fspec, const OutageVariables& outages, FaultTable& table,
                sat::Solver& solver);

  /// Adds variables for permanent faults of the node up to the tick `last`, because later faults
  /// have no effect. `last_call` is true if no later ticks will be added.
  void mention(NodeId node, int last, bool last_call);
  /// Adds variables for the faults of the relation's disk at the node, unless they exist already.
  void mention(NodeId node, NamedId relation);
  /// Limits the number of faults of each kind to what the Fspec allows. Must be called after
  /// mention(), which adds the faults.
  void limit();

  /// Adds literals to `out`. If any of them is true, the messages of the channel are lost. A
  /// channel of ChannelKind::keep is lost unless a fault opens it, so this function defines its
  /// literal.
  void add_losses(const Channel& channel, std::vector<sat::Literal>& out);
  /// Adds literals to `out`. If any of them is true, the fact holds.
  void add_reasons(const FaultFact& fact, std::vector<sat::Literal>& out) const;
  /// Returns literals for counting. The number of true literals is at least the number of faults of
  /// the kind, and the solver can make it equal.
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
  /// The literals about faults of one kind at one node or disk, by tick, from 1.
  struct Row {
    std::vector<sat::Literal> on;      ///< literals of "a fault is active"
    std::vector<sat::Literal> begins;  ///< literals of "a fault begins"
    sat::Literal ever = 0;             ///< true if any permanent fault happens
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
  void exclude_both(WhereOf<Kind> place, int first);
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
  /// For each kind, the literals by the number of the node or disk.
  KindMap<std::vector<Row>> rows_;
  /// For each kind, the number of literals that limit() has included in its limit.
  KindMap<std::size_t> limited_{};
};

}  // namespace ldfi::hazard
