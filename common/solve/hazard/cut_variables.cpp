#include "common/solve/hazard/cut_variables.hpp"

#include <algorithm>

#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

CutVariables::CutVariables(const Fspec& fspec, int most, sat::Solver& solver, const Take& take)
    : fspec_(fspec), solver_(solver) {
  if (fspec.cuts().empty() || fspec.last_omission() < 1) return;
  const auto ticks = static_cast<std::size_t>(fspec.last_omission()) + 1;
  std::array<Rows, ways> reasons;
  reasons.fill(Rows(fspec.node_count(), std::vector<Row>(ticks)));
  std::vector<Row> begin(ticks);
  for (const Cut& cut : fspec.cuts()) add_cut(cut, reasons, begin, take);
  for (std::size_t way = 0; way < ways; ++way) {
    for (const auto& by_tick : reasons[way]) {
      Row& row = cut_off_[way].emplace_back();
      for (const Row& reason : by_tick) row.push_back(any(solver_, reason));
    }
  }
  keep_apart(begin);
  at_most(solver_, begins_, static_cast<std::size_t>(most));
}

/// Adds the partitions with one cut. For each node that the cut separates and each tick, adds the
/// reasons why the node is cut off. The literal `until[t]` says that a partition with this cut is
/// active now and ends at tick t.
void CutVariables::add_cut(const Cut& cut, std::array<Rows, ways>& reasons, std::vector<Row>& begin,
                           const Take& take) {
  const auto last = static_cast<std::size_t>(fspec_.last_omission());
  Row until(last + 1);
  for (std::size_t t = 1; t <= last; ++t) {
    Row on;
    for (std::size_t end = t; end <= last; ++end) {
      const Literal begins = solver_.new_variable();
      take(cut, Time(static_cast<int>(t)), Time(static_cast<int>(end)), begins);
      begin[t].push_back(begins);
      until[end] = until[end] == 0 ? begins : any(solver_, {until[end], begins});
      on.push_back(until[end]);
    }
    const Literal now = any(solver_, on);
    for (std::size_t n = 0; n < cut.side.end(); ++n) {
      if (!cut.side.contains(NodeId(n))) continue;
      reasons[static_cast<std::size_t>(cut.way)][n][t].push_back(now);
    }
  }
}

/// Adds clauses which say that at most one partition begins at a tick, and only if none is active
/// at the previous tick.
void CutVariables::keep_apart(const std::vector<Row>& begin) {
  Literal before = 0;
  for (std::size_t t = 1; t < begin.size(); ++t) {
    at_most_one(solver_, begin[t]);
    begins_.push_back(any(solver_, begin[t]));
    if (before != 0) solver_.add({-begins_.back(), -before});
    Row on;
    for (const auto& rows : cut_off_) {
      for (const Row& row : rows) {
        if (row[t] != 0) on.push_back(row[t]);
      }
    }
    before = any(solver_, on);
  }
}

/// Returns the literal which says that a cut of both directions separates the two nodes. Returns 0
/// if no cut can separate them.
Literal CutVariables::apart(NodeId a, NodeId b, int tick) {
  const auto t = static_cast<std::size_t>(tick);
  const Literal one = cut_off_[0][a.index()][t];
  const Literal other = cut_off_[0][b.index()][t];
  if (one == 0 || other == 0) return one == 0 ? other : one;
  Literal& cut = apart_[{std::min(a, b), std::max(a, b), tick}];
  if (cut != 0) return cut;
  cut = solver_.new_variable();
  solver_.add({-cut, one, other});
  solver_.add({-cut, -one, -other});
  solver_.add({cut, -one, other});
  solver_.add({cut, one, -other});
  return cut;
}

/// Returns the literal which says that a cut in this direction separates `one` but not `other`.
/// Returns 0 if that is impossible.
Literal CutVariables::only(Way way, NodeId one, NodeId other, int tick) {
  const auto t = static_cast<std::size_t>(tick);
  const auto& rows = cut_off_[static_cast<std::size_t>(way)];
  const Literal is = rows[one.index()][t];
  const Literal also = rows[other.index()][t];
  if (is == 0 || also == 0) return is;
  const Literal out = solver_.new_variable();
  solver_.add({-out, is});
  solver_.add({-out, -also});
  solver_.add({out, -is, also});
  return out;
}

Literal CutVariables::cut(NodeId from, NodeId to, int tick) {
  if (from == to || cut_off_[0].empty() || tick < 1 || tick > fspec_.last_omission()) return 0;
  if (!fspec_.may_cut(from, to)) return 0;
  if (!fspec_.limits().one_way) return apart(from, to, tick);
  const auto [it, added] = cuts_.try_emplace({from, to, tick}, 0);
  if (!added) return it->second;
  std::vector<Literal> reasons{apart(from, to, tick), only(Way::out, from, to, tick),
                               only(Way::in, to, from, tick)};
  std::erase(reasons, 0);
  return it->second = any(solver_, reasons);
}

}  // namespace ldfi::hazard
