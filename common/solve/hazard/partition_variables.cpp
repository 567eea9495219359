#include "common/solve/hazard/partition_variables.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

PartitionVariables::PartitionVariables(const Fspec& fspec, sat::Solver& solver)
    : fspec_(fspec), solver_(solver) {
  if (fspec.sides().empty() || fspec.last_omission() < 1) return;
  const auto ticks = static_cast<std::size_t>(fspec.last_omission()) + 1;
  std::vector<std::vector<Row>> reasons(fspec.node_count(), std::vector<Row>(ticks));
  for (const NodeSet side : fspec.sides()) add_side(side, reasons);
  for (const auto& by_tick : reasons) {
    Row& row = cut_off_.emplace_back();
    for (const Row& reason : by_tick) row.push_back(any(solver_, reason));
  }
  keep_apart();
  const auto most = static_cast<std::size_t>(fspec.limits().partitions);
  if (begins_.size() > most) {
    solver_.add({-Counter(solver_, begins_, most + 1).at_least(most + 1)});
  }
}

/// The partitions of one side, and what they say of its nodes tick by tick: `until` says which of
/// them is on, and when it ends.
void PartitionVariables::add_side(NodeSet side, std::vector<std::vector<Row>>& reasons) {
  const auto last = static_cast<std::size_t>(fspec_.last_omission());
  Row until(last + 1);
  for (std::size_t t = 1; t <= last; ++t) {
    Row on;
    for (std::size_t end = t; end <= last; ++end) {
      const Literal begins = solver_.new_variable();
      all_.emplace_back(Partition{side, Time(static_cast<int>(t)), Time(static_cast<int>(end))},
                        begins);
      until[end] = until[end] == 0 ? begins : any(solver_, {until[end], begins});
      on.push_back(until[end]);
    }
    const Literal now = any(solver_, on);
    for (std::size_t n = 0; n < side.end(); ++n) {
      if (side.contains(NodeId(n))) reasons[n][t].push_back(now);
    }
  }
}

/// At most one partition begins at a tick, and none is on at the tick before.
void PartitionVariables::keep_apart() {
  const auto last = static_cast<std::size_t>(fspec_.last_omission());
  std::vector<Row> begin(last + 1);
  for (const auto& [partition, literal] : all_) {
    begin[static_cast<std::size_t>(partition.from.tick())].push_back(literal);
  }
  Literal before = 0;
  for (std::size_t t = 1; t <= last; ++t) {
    at_most_one(solver_, begin[t]);
    begins_.push_back(any(solver_, begin[t]));
    if (before != 0) solver_.add({-begins_.back(), -before});
    Row on;
    for (const Row& row : cut_off_) {
      if (row[t] != 0) on.push_back(row[t]);
    }
    before = any(solver_, on);
  }
}

Literal PartitionVariables::cut(NodeId a, NodeId b, int tick) {
  if (a == b || cut_off_.empty() || tick < 1 || tick > fspec_.last_omission()) return 0;
  if (!fspec_.may_cut(a, b)) return 0;
  const auto t = static_cast<std::size_t>(tick);
  const Literal one = cut_off_[a.index()][t];
  const Literal other = cut_off_[b.index()][t];
  if (one == 0 || other == 0) return one == 0 ? other : one;
  Literal& cut = cuts_[{std::min(a, b), std::max(a, b), tick}];
  if (cut != 0) return cut;
  cut = solver_.new_variable();
  solver_.add({-cut, one, other});
  solver_.add({-cut, -one, -other});
  solver_.add({cut, -one, other});
  solver_.add({cut, one, -other});
  return cut;
}

Literal PartitionVariables::literal(const Partition& partition) const {
  const auto it = std::lower_bound(all_.begin(), all_.end(), partition,
                                   [](const auto& a, const Partition& p) { return a.first < p; });
  LDFI_REQUIRE(it != all_.end() && it->first == partition, "a partition that the Fspec admits");
  return it->second;
}

}  // namespace ldfi::hazard
