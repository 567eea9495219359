#include "common/solve/hazard/partition_variables.hpp"

#include <algorithm>

#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

PartitionVariables::PartitionVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver)
    : fspec_(fspec), table_(table), solver_(solver) {
  if (fspec.cuts().empty() || fspec.last_omission() < 1) return;
  const auto ticks = static_cast<std::size_t>(fspec.last_omission()) + 1;
  std::array<Rows, ways> reasons;
  reasons.fill(Rows(fspec.node_count(), std::vector<Row>(ticks)));
  for (const Cut& cut : fspec.cuts()) add_cut(cut, reasons);
  for (std::size_t way = 0; way < ways; ++way) {
    for (const auto& by_tick : reasons[way]) {
      Row& row = cut_off_[way].emplace_back();
      for (const Row& reason : by_tick) row.push_back(any(solver_, reason));
    }
  }
  keep_apart();
  at_most(solver_, begins_, static_cast<std::size_t>(fspec.limits().partitions));
}

/// The partitions of one cut, and what they say of the nodes of its side tick by tick: `until` says which of
/// them is on, and when it ends.
void PartitionVariables::add_cut(Cut cut, std::array<Rows, ways>& reasons) {
  const auto last = static_cast<std::size_t>(fspec_.last_omission());
  Row until(last + 1);
  for (std::size_t t = 1; t <= last; ++t) {
    Row on;
    for (std::size_t end = t; end <= last; ++end) {
      const Literal begins = solver_.new_variable();
      table_.add(Partition{cut, Time(static_cast<int>(t)), Time(static_cast<int>(end))}, begins);
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

/// At most one partition begins at a tick, and none is on at the tick before.
void PartitionVariables::keep_apart() {
  const auto last = static_cast<std::size_t>(fspec_.last_omission());
  std::vector<Row> begin(last + 1);
  for (const auto& [partition, literal] : table_.all<Partition>()) {
    begin[static_cast<std::size_t>(partition.from.tick())].push_back(literal);
  }
  Literal before = 0;
  for (std::size_t t = 1; t <= last; ++t) {
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

/// The two are on different sides of a partition that cuts both directions; 0 if they cannot be.
Literal PartitionVariables::apart(NodeId a, NodeId b, int tick) {
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

/// One of them is on the side of a partition in this direction, and the other one is not; 0 if that
/// cannot be.
Literal PartitionVariables::only(Way way, NodeId one, NodeId other, int tick) {
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

Literal PartitionVariables::cut(NodeId from, NodeId to, int tick) {
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
