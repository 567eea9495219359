#include "common/solve/hazard/span_variables.hpp"

#include <array>
#include <iterator>

#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"
#include "common/solve/hazard/intervals.hpp"

namespace ldfi::hazard {

using sat::Literal;

namespace {

std::size_t number_of(const Fspec&, NodeId node) {
  return node.index();
}
/// Returns the number of the disk. If the relation has no disk, returns a number above the numbers
/// of all disks.
std::size_t number_of(const Fspec& fspec, const Disk& disk) {
  const std::size_t relations = fspec.stored().size();
  const bool known = disk.relation.index() < relations;
  return known ? disk.node.index() * relations + disk.relation.index()
               : fspec.node_count() * relations;
}

/// Returns what a fault of the kind hits: the disk of the relation at the node, or the node itself.
template <class Kind>
WhereOf<Kind> place_at(NodeId node, NamedId relation) {
  if constexpr (Kind::place == Place::disk) {
    return {node, relation};
  } else {
    return node;
  }
}

/// Returns the fault of this place (a node or a disk) that is active at this tick only. A permanent
/// fault begins at the tick.
template <class Kind>
Kind at_tick(WhereOf<Kind> place, int tick) {
  return at_place<Kind>(place, Time(tick), Time(tick));
}

/// Returns true if two faults at the same node or disk must not both be in a fault set when `Other`
/// is active `later` ticks after `Kind`. Either the two faults exclude each other, or one of them
/// has no effect beside the other. Fault sets are canonical: they contain no fault without effect.
template <class Kind, class Other>
bool excludes_each_other(int later) {
  const NodeId node(0U);
  const NamedId relation(0U);
  return apart(at_tick<Kind>(place_at<Kind>(node, relation), 2),
               at_tick<Other>(place_at<Other>(node, relation), 2 + later));
}

/// Calls action(place) for each place (the node itself, or a disk of the node) that a fault of the
/// kind can hit at this node.
template <class Kind, class Action>
void each_place_beside(const Fspec& fspec, NodeId node, Action action) {
  if constexpr (Kind::place == Place::node) {
    action(node);
  } else {
    for (std::size_t r = 0; r < fspec.stored().size(); ++r) action(Disk{node, NamedId(r)});
  }
}
template <class Kind, class Action>
void each_place_beside(const Fspec&, const Disk& disk, Action action) {
  action(place_at<Kind>(disk.node, disk.relation));
}

template <class Action>
void each_kind_of_nodes_and_disks(Action action) {
  each_kind([&]<class Kind>(Kind* kind) {
    if constexpr (OfNodeOrDisk<Kind>) action(kind);
  });
}

}  // namespace

SpanVariables::SpanVariables(const Fspec& fspec, const OutageVariables& outages, FaultTable& table,
                             sat::Solver& solver)
    : fspec_(fspec), outages_(outages), table_(table), solver_(solver) {
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) {
    if constexpr (!std::is_same_v<Kind, Outage>) {
      const std::size_t relations = Kind::place == Place::disk ? fspec.stored().size() : 1;
      rows_.of<Kind>().resize(fspec.node_count() * relations);
      if (Kind::place != Place::node || Kind::span == Span::permanent) return;
      for (std::size_t n = 0; n < fspec.node_count(); ++n) {
        add<Kind>(place_at<Kind>(NodeId(n), no_relation), last_tick_of<Kind>(fspec));
      }
    }
  });
}

void SpanVariables::mention(NodeId node, int last, bool last_call) {
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::node && Kind::span == Span::permanent) {
      add<Kind>(node, last, last_call);
    }
  });
}

void SpanVariables::mention(NodeId node, NamedId relation) {
  if (!fspec_.has_disk(node, relation)) return;
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) {
    if constexpr (Kind::place == Place::disk) {
      add<Kind>(Disk{node, relation}, last_tick_of<Kind>(fspec_));
    }
  });
}

void SpanVariables::limit() {
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind* kind) {
    if constexpr (!std::is_same_v<Kind, Outage>) {
      const std::optional<int> most = Kind::most(fspec_.parameters());
      if (!most) return;
      const std::vector<Literal> literals = counted(kind);
      const auto bound = static_cast<std::size_t>(*most);
      if (literals.size() <= std::max(bound, limited_.of<Kind>())) return;
      limited_.of<Kind>() = literals.size();
      at_most(solver_, literals, bound);
    }
  });
}

template <class Kind>
const SpanVariables::Row* SpanVariables::row_of(WhereOf<Kind> place) const {
  const auto& rows = rows_.of<Kind>();
  const std::size_t number = number_of(fspec_, place);
  return number < rows.size() ? &rows[number] : nullptr;
}

/// Returns the literal that is true if a fault of the kind is active at the place and tick. Returns
/// 0 if no such fault is possible.
template <class Kind>
Literal SpanVariables::on(WhereOf<Kind> place, int tick) const {
  if constexpr (std::is_same_v<Kind, Outage>) {
    return outages_.down(place, tick);
  } else {
    const Row* row = row_of<Kind>(place);
    const auto t = static_cast<std::size_t>(std::max(tick, 0));
    return row != nullptr && t < row->on.size() ? row->on[t] : 0;
  }
}

/// Adds variables for the faults of the kind at the place, up to the tick `last`, if the Fspec
/// allows such faults.
template <class Kind>
void SpanVariables::add(WhereOf<Kind> place, int last, bool last_call) {
  if (!admits_some(Kind::most(fspec_.parameters())) ||
      !ldfi::admits(fspec_, at_tick<Kind>(place, 1))) {
    return;
  }
  Row& row = rows_.of<Kind>()[number_of(fspec_, place)];
  const int first = std::max(static_cast<int>(row.on.size()), 1);
  if (first > last) return;
  row.on.resize(static_cast<std::size_t>(first));
  row.begins.resize(static_cast<std::size_t>(first));
  if constexpr (Kind::span == Span::permanent) {
    add_permanent<Kind>(place, row, last, last_call);
  } else if constexpr (Kind::span == Span::interval) {
    add_intervals_of<Kind>(place, row, last);
  } else {
    for (int t = first; t <= last; ++t) {
      row.on.push_back(solver_.new_variable());
      table_.add(at_tick<Kind>(place, t), row.on.back());
    }
    row.begins = row.on;
  }
  keep_apart<Kind>(place, first);
}

/// Adds the variables of a permanent fault at a place, one for each tick "the fault is active". An
/// active fault stays active; it begins at the first tick at which it is active.
template <class Kind>
void SpanVariables::add_permanent(WhereOf<Kind> place, Row& row, int last, bool last_call) {
  for (int t = static_cast<int>(row.on.size()); t <= last; ++t) {
    const Literal before = row.on.back();
    const Literal now = solver_.new_variable();
    const Literal here = t == 1 ? now : solver_.new_variable();
    table_.add(at_tick<Kind>(place, t), here);
    row.on.push_back(now);
    row.begins.push_back(here);
    if (t == 1) continue;
    solver_.add({-before, now});
    solver_.add({-here, now});
    solver_.add({-here, -before});
    solver_.add({here, -now, before});
  }
  if (last_call) {
    row.ever = row.on.back();
    return;
  }
  if (row.ever == 0) row.ever = solver_.new_variable();
  solver_.add({-row.on.back(), row.ever});
}

template <class Kind>
void SpanVariables::add_intervals_of(WhereOf<Kind> place, Row& row, int last) {
  Intervals intervals = add_intervals(solver_, last);
  for (const auto& [first, until, variable] : intervals.all) {
    table_.add(at_place<Kind>(place, Time(first), Time(until)), variable);
  }
  row.on = std::move(intervals.on);
  row.begins.insert(row.begins.end(), intervals.begins.begin(), intervals.begins.end());
}

/// Adds clauses that exclude faults of other kinds at the same place, from the tick `first` on.
template <class Kind>
void SpanVariables::keep_apart(WhereOf<Kind> place, int first) {
  each_kind_of_nodes_and_disks([&]<class Other>(Other*) {
    if constexpr (!std::is_same_v<Kind, Other>) exclude_both<Kind, Other>(place, first);
  });
}

/// Adds clauses that exclude faults of two kinds at one place. A permanent fault stays active, so
/// one clause for each tick is enough. The strongest clause comes first.
template <class Kind, class Other>
void SpanVariables::exclude_both(WhereOf<Kind> place, int first) {
  constexpr bool lasts = Kind::span == Span::permanent || Other::span == Span::permanent;
  std::vector<int> apart =
      Kind::span == Span::permanent ? std::vector{-1, 0, 1} : std::vector{1, 0, -1};
  std::erase_if(apart, [](int later) { return !excludes_each_other<Kind, Other>(later); });
  if (apart.empty()) return;
  const Row& row = *row_of<Kind>(place);
  each_place_beside<Other>(fspec_, place, [&](WhereOf<Other> beside) {
    for (auto t = static_cast<std::size_t>(first); t < row.on.size(); ++t) {
      for (const int later : apart) {
        const Literal other = on<Other>(beside, static_cast<int>(t) + later);
        if (other == 0) continue;
        solver_.add({-row.on[t], -other});
        if (lasts) break;
      }
    }
  });
}

// Adds the literals of faults that lose messages of the channel: faults that are active at the tick
// of the channel, or at the next tick.
template <class Kind>
void SpanVariables::add_losses_of(const Channel& c, std::vector<Literal>& out) const {
  for (const NodeId node : {c.from, c.to}) {
    for (const int tick : {c.sent.tick(), c.sent.tick() + 1}) {
      const auto place = place_at<Kind>(node, c.relation);
      if (!ldfi::loses(at_tick<Kind>(place, tick), c)) continue;
      if (const Literal l = on<Kind>(place, tick)) out.push_back(l);
    }
    if (c.from == c.to) break;
  }
}

void SpanVariables::add_losses(const Channel& c, std::vector<Literal>& out) {
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) { add_losses_of<Kind>(c, out); });
  if (c.kind != ChannelKind::keep) return;
  std::vector<Literal> open;
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) {
    const auto place = place_at<Kind>(c.from, c.relation);
    if (!opens(at_tick<Kind>(place, c.sent.tick()), c)) return;
    if (const Literal l = on<Kind>(place, c.sent.tick())) open.push_back(l);
  });
  if (!open.empty()) out.push_back(-any(solver_, open));
}

// Adds the literals of faults that make the fact true. The fact holds at the tick of the fault, or
// one tick later. If a permanent fault makes the fact true, earlier permanent faults do so, too.
template <class Kind>
void SpanVariables::add_reasons_of(const FaultFact& fact, std::vector<Literal>& out) const {
  const auto place = place_at<Kind>(fact.node, fact.relation);
  for (const int tick : {fact.at.tick(), fact.at.tick() - 1}) {
    const Kind one = at_tick<Kind>(place, tick);
    const Literal lasting = on<Kind>(place, tick);
    if (lasting == 0 || !ldfi::makes(one, fact)) continue;
    if (fact_of(one) != fact) {
      out.push_back(lasting);
    } else if constexpr (!std::is_same_v<Kind, Outage>) {
      out.push_back(row_of<Kind>(place)->begins[static_cast<std::size_t>(tick)]);
    }
    if (Kind::span == Span::permanent) return;
  }
}

void SpanVariables::add_reasons(const FaultFact& fact, std::vector<Literal>& out) const {
  each_kind_of_nodes_and_disks([&]<class Kind>(Kind*) { add_reasons_of<Kind>(fact, out); });
}

}  // namespace ldfi::hazard
