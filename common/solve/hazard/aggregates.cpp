#include "common/solve/hazard/aggregates.hpp"

#include <algorithm>

#include "common/solve/hazard/counter.hpp"

namespace ldfi::hazard {

using dedalus::AggregateKind;
using ground::AggregateRange;
using ground::Contributor;
using ground::Group;
using ground::Wide;
using sat::Literal;

void AggregateCircuits::define(Literal fact, const Group& group, const AggregateRange& range) {
  switch (group.kind) {
    case AggregateKind::count:
      return define_count(fact, group, range);
    case AggregateKind::sum:
      return define_sum(fact, group, range);
    case AggregateKind::min:
    case AggregateKind::max:
      return define_extreme(fact, group, range);
  }
}

const AggregateCircuits::Thresholds& AggregateCircuits::thresholds(std::uint32_t id,
                                                                   const Group& group) {
  const auto [it, inserted] = thresholds_.try_emplace(id);
  if (!inserted) return it->second;
  std::vector<Literal> present;
  std::vector<Literal> absent;
  std::size_t certain = 0;
  for (const Contributor& c : group.contributors) {
    if (holds(c.fact) == clauses_.always()) {
      ++certain;
    } else {
      present.push_back(holds(c.fact));
      absent.push_back(fails(c.fact));
    }
  }
  const std::size_t open = present.size();
  const Counter count_present(clauses_.solver(), present, open);
  const Counter count_absent(clauses_.solver(), absent, open);
  Thresholds& t = it->second;
  t.present.assign(certain + 1, clauses_.always());
  t.absent.assign(1, clauses_.always());
  for (std::size_t j = 1; j <= open; ++j) {
    t.present.push_back(count_present.at_least(j));
    t.absent.push_back(count_absent.at_least(j));
  }
  t.present.push_back(clauses_.never());
  t.absent.resize(open + certain + 2, clauses_.never());
  return t;
}

// Defines when a `count` is in the range [low, high], for a group of n contributors. It is in the
// range if at least `low` contributors hold and at least n - high do not hold. It is outside if at
// least high + 1 hold, or at least n - low + 1 do not hold. Two totalizers [BB03] provide these
// thresholds.
void AggregateCircuits::define_count(Literal fact, const Group& group,
                                     const AggregateRange& range) {
  const Thresholds& t = thresholds(range.group, group);
  const std::size_t n = group.contributors.size();
  const auto low = static_cast<std::size_t>(std::max<Wide>(1, range.low));
  const auto high = static_cast<std::size_t>(std::min<Wide>(range.high, static_cast<Wide>(n)));
  imply({t.present[low], t.absent[n - high]}, fact);
  imply({t.present[high + 1]}, -fact);
  imply({t.absent[n - low + 1]}, -fact);
}

// Defines when a `max` is in the range [low, high]: if some contributor with a value in the range
// holds, and none with a larger value does. For a `min`, the order is reversed.
void AggregateCircuits::define_extreme(Literal fact, const Group& group,
                                       const AggregateRange& range) {
  const bool max = group.kind == AggregateKind::max;
  std::vector<FactId> inside;
  std::vector<Literal> none_beyond;
  for (const Contributor& c : group.contributors) {
    if (max ? c.value > range.high : c.value < range.low) {
      none_beyond.push_back(fails(c.fact));
      imply({holds(c.fact)}, -fact);
    } else if (c.value >= range.low && c.value <= range.high) {
      inside.push_back(c.fact);
    }
  }
  std::vector<Literal> none_inside;
  for (FactId c : inside) {
    std::vector<Literal> body = none_beyond;
    body.push_back(holds(c));
    imply(body, fact);
    none_inside.push_back(fails(c));
  }
  imply(none_inside, -fact);
}

// Computes the possible sums by dynamic programming: each layer has the sums of the contributors so
// far. The flag in the key distinguishes the sum of no contributor from other sums that are zero.
const AggregateCircuits::SumLayer& AggregateCircuits::sums(std::uint32_t id, const Group& group) {
  const auto [it, inserted] = sums_.try_emplace(id);
  if (!inserted) return it->second;
  SumLayer layer{{{false, 0}, clauses_.always()}};
  for (const Contributor& c : group.contributors) layer = next_layer(layer, c);
  it->second = std::move(layer);
  return it->second;
}

AggregateCircuits::SumLayer AggregateCircuits::next_layer(const SumLayer& layer,
                                                          const Contributor& c) {
  const auto before = [&](bool some, Wide sum) {
    const auto it = layer.find({some, sum});
    return it == layer.end() ? clauses_.never() : it->second;
  };
  SumLayer next;
  for (const auto& [key, unused] : layer) {
    next.try_emplace(key);
    next.try_emplace({true, key.second + c.value});
  }
  for (auto& [key, is_sum] : next) {
    is_sum = clauses_.variable();
    const Literal stays = before(key.first, key.second);
    imply({stays, fails(c.fact)}, is_sum);
    imply({-stays, fails(c.fact)}, -is_sum);
    std::vector<Literal> no_way{holds(c.fact)};
    for (const bool some : {true, false}) {
      if (!key.first) continue;
      const Literal joins = before(some, key.second - c.value);
      imply({joins, holds(c.fact)}, is_sum);
      no_way.push_back(-joins);
    }
    imply(no_way, -is_sum);
  }
  return next;
}

void AggregateCircuits::define_sum(Literal fact, const Group& group, const AggregateRange& range) {
  std::vector<Literal> none;
  for (const auto& [key, is_sum] : sums(range.group, group)) {
    if (!key.first || key.second < range.low || key.second > range.high) continue;
    imply({is_sum}, fact);
    none.push_back(-is_sum);
  }
  imply(none, -fact);
}

}  // namespace ldfi::hazard
