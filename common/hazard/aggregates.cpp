// What makes aggregate facts hold and fail (SEARCH §3), for ranges [low, high] of the aggregate's
// value.
#include <algorithm>

#include "common/hazard/circuits.hpp"

namespace ldfi::hazard {

using dedalus::AggregateKind;
using ground::AggregateRange;
using ground::Contributor;
using ground::Group;
using ground::Wide;
using sat::Literal;

void Circuits::define_aggregate(FactId f) {
  if (absence_done_[f.index()]) return;
  absence_done_[f.index()] = true;
  const AggregateRange& range = u_.range(f);
  const Group& group = u_.groups()[range.group];
  switch (group.kind) {
    case AggregateKind::count:
      return define_count(f, group, range);
    case AggregateKind::sum:
      return define_sum(f, group, range);
    case AggregateKind::min:
    case AggregateKind::max:
      return define_extreme(f, group, range);
  }
}

const Circuits::Thresholds& Circuits::thresholds(std::uint32_t id) {
  const auto [it, inserted] = thresholds_.try_emplace(id);
  if (!inserted) return it->second;
  std::vector<Literal> present;
  std::vector<Literal> absent;
  std::size_t certain = 0;
  for (const Contributor& c : u_.groups()[id].contributors) {
    if (u_.certain(c.fact)) {
      ++certain;
    } else {
      present.push_back(holds(c.fact));
      absent.push_back(fails(c.fact));
    }
  }
  const std::size_t open = present.size();
  const Counter count_present(solver_, present, open);
  const Counter count_absent(solver_, absent, open);
  Thresholds& t = it->second;
  t.present.assign(certain + 1, true_);
  t.absent.assign(1, true_);
  for (std::size_t j = 1; j <= open; ++j) {
    t.present.push_back(count_present.at_least(j));
    t.absent.push_back(count_absent.at_least(j));
  }
  t.present.push_back(-true_);
  t.absent.resize(open + certain + 2, -true_);
  return t;
}

// It holds if at least low contributors hold and at least n - high fail; it fails if at least high
// + 1 hold, or at least n - low + 1 fail.
void Circuits::define_count(FactId f, const Group& group, const AggregateRange& range) {
  const Thresholds& t = thresholds(range.group);
  const std::size_t n = group.contributors.size();
  const auto low = static_cast<std::size_t>(std::max<Wide>(1, range.low));
  const auto high = static_cast<std::size_t>(std::min<Wide>(range.high, static_cast<Wide>(n)));
  imply({t.present[low], t.absent[n - high]}, holds(f));
  imply({t.present[high + 1]}, fails(f));
  imply({t.absent[n - low + 1]}, fails(f));
}

// max in [low, high]: some contributor inside holds and all above fail; dually for min.
void Circuits::define_extreme(FactId f, const Group& group, const AggregateRange& range) {
  const bool max = group.kind == AggregateKind::max;
  std::vector<FactId> inside;
  std::vector<Literal> none_beyond;
  for (const Contributor& c : group.contributors) {
    if (max ? c.value > range.high : c.value < range.low) {
      none_beyond.push_back(fails(c.fact));
      imply({holds(c.fact)}, fails(f));
    } else if (c.value >= range.low && c.value <= range.high) {
      inside.push_back(c.fact);
    }
  }
  std::vector<Literal> none_inside;
  for (FactId c : inside) {
    std::vector<Literal> body = none_beyond;
    body.push_back(holds(c));
    imply(body, holds(f));
    none_inside.push_back(fails(c));
  }
  imply(none_inside, fails(f));
}

// Layer by layer over the contributors: which sums the present ones have. The flag tells the empty
// choice from others whose sum is zero.
const Circuits::SumLayer& Circuits::sums(std::uint32_t id) {
  const auto [it, inserted] = sums_.try_emplace(id);
  if (!inserted) return it->second;
  SumLayer layer{{{false, 0}, true_}};
  for (const Contributor& c : u_.groups()[id].contributors) layer = next_layer(layer, c);
  it->second = std::move(layer);
  return it->second;
}

Circuits::SumLayer Circuits::next_layer(const SumLayer& layer, const Contributor& c) {
  const auto before = [&](bool some, Wide sum) {
    const auto it = layer.find({some, sum});
    return it == layer.end() ? -true_ : it->second;
  };
  SumLayer next;
  for (const auto& [key, unused] : layer) {
    next.try_emplace(key);
    next.try_emplace({true, key.second + c.value});
  }
  for (auto& [key, is_sum] : next) {
    is_sum = solver_.new_variable();
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

void Circuits::define_sum(FactId f, const Group&, const AggregateRange& range) {
  std::vector<Literal> none;
  for (const auto& [key, is_sum] : sums(range.group)) {
    if (!key.first || key.second < range.low || key.second > range.high) continue;
    imply({is_sum}, holds(f));
    none.push_back(-is_sum);
  }
  imply(none, fails(f));
}

}  // namespace ldfi::hazard
