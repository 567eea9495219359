#include "common/faults/disk_steps.hpp"

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {
namespace {

/// Returns the set of those kinds of disk faults whose duration (span) is one of `spans`.
template <class... Spans>
constexpr std::uint32_t disk_kinds(Spans... spans) {
  std::uint32_t out = 0;
  each_kind_of<Place::disk>([&]<class Kind>(Kind*) {
    if (((Kind::span == spans) || ...)) out |= 1U << index_of<Kind>;
  });
  return out;
}
constexpr std::uint32_t permanent = disk_kinds(Span::permanent);
constexpr std::uint32_t lasting = permanent | disk_kinds(Span::interval);

/// Returns the sets of faults that the disk may have at one tick. The empty set is first.
std::vector<std::uint32_t> sets_of_faults(const Fspec& fspec, Disk disk) {
  std::vector<std::pair<std::uint32_t, std::vector<Fault>>> sets{{}};
  each_kind_of<Place::disk>([&]<class Kind>(Kind*) {
    const Fault fault = at_place<Kind>(disk, Time(1), Time(1));
    if (!admits(fspec, fault)) return;
    const auto beside = [&](const Fault& one) { return !apart(one, fault); };
    for (std::size_t i = 0, end = sets.size(); i < end; ++i) {
      auto [kinds, faults] = sets[i];
      if (!std::ranges::all_of(faults, beside)) continue;
      faults.push_back(fault);
      sets.emplace_back(kinds | 1U << index_of<Kind>, std::move(faults));
    }
  });
  std::vector<std::uint32_t> out;
  for (const auto& [kinds, faults] : sets) out.push_back(kinds);
  return out;
}

void require_few(std::size_t number, std::size_t most) {
  if (number > most) throw BudgetExceeded("steps", "there are too many fault sets to count");
}

}  // namespace

BigInt binomial(int n, int k) {
  BigInt out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
  return out;
}

DiskSteps::DiskSteps(const Fspec& fspec, Meter& meter)
    : fspec_(fspec), meter_(meter), most_(most_of_each_kind(fspec)) {
  add_sorts();
  number_of(start_);
  for (std::size_t state = 0; state < states_.size(); ++state) {
    for (const bool works : {false, true}) {
      for (const bool dies : {false, true}) add_steps(state, works, dies);
    }
  }
}

void DiskSteps::add_sorts() {
  std::size_t node = 0;
  while (node < fspec_.node_count() && !fspec_.has_disk(NodeId(node), NamedId(0U))) ++node;
  if (node == fspec_.node_count()) return;
  for (std::size_t r = 0; r < fspec_.stored().size(); ++r) {
    const auto sets = sets_of_faults(fspec_, {NodeId(node), NamedId(r)});
    const auto it = std::ranges::find(sorts_, sets);
    start_.push_back({static_cast<std::size_t>(it - sorts_.begin())});
    if (it == sorts_.end()) sorts_.push_back(sets);
  }
  std::ranges::sort(start_);
}

std::size_t DiskSteps::number_of(const State& state) {
  const auto [it, added] = numbers_.try_emplace(state, states_.size());
  if (!added) return it->second;
  require_few(states_.size() + 1, most);
  meter_.step();
  states_.push_back(state);
  steps_.emplace_back();
  return states_.size() - 1;
}

/// Adds all steps from a state: combines what may happen to each disk, one disk after the other.
void DiskSteps::add_steps(std::size_t state, bool works, bool dies) {
  Sums sums{{{}, 1}};
  for (const One disk : State(states_[state])) {
    Sums longer;
    add_disk(sums, disk, works, dies, longer);
    require_few(longer.size(), most);
    sums = std::move(longer);
  }
  std::vector<Step> out;
  for (const auto& [what, ways] : sums) {
    meter_.step();
    out.push_back({number_of(what.first), {what.second}, ways});
  }
  steps_[state][(works ? 2U : 0U) + (dies ? 1U : 0U)] = std::move(out);
}

void DiskSteps::add_disk(const Sums& sums, One disk, bool works, bool dies, Sums& out) const {
  for (const Kinds now : sorts_[disk.sort]) {
    const Kinds begins = now & ~(disk.on & lasting);
    if ((disk.on & permanent & ~now) != 0) continue;
    if ((!works && (now & ~permanent) != 0) || (!dies && (begins & permanent) != 0)) continue;
    for (const auto& [what, ways] : sums) {
      auto [state, costs] = what;
      const One next{disk.sort, now & lasting};
      state.insert(std::ranges::upper_bound(state, next), next);
      for (std::size_t kind = 0; kind < kind_count; ++kind) {
        costs.values[kind] += static_cast<int>(begins >> kind & 1U);
      }
      if (within(state, costs)) out[{std::move(state), costs}] += ways;
    }
  }
}

bool DiskSteps::within(const State& state, const KindMap<int>& costs) const {
  SpentFaults on;
  for (const One& disk : state) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      on.kinds.values[kind] += static_cast<int>(disk.on >> kind & 1U);
    }
  }
  return on.within(most_) && SpentFaults{costs}.within(most_);
}

BigInt number_of_dead_disk_sets(const Fspec& fspec) {
  int disks = 0;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    for (std::size_t r = 0; r < fspec.stored().size(); ++r) {
      disks += fspec.has_disk(NodeId(n), NamedId(r)) ? 1 : 0;
    }
  }
  BigInt out = 0;
  BigInt ticks = 1;
  for (int dead = 0; dead <= std::min(disks, fspec.disk().dead); ++dead, ticks *= fspec.eot()) {
    out += binomial(disks, dead) * ticks;
  }
  return out;
}

}  // namespace ldfi
