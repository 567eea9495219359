#include "common/count/fates.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"

namespace ldfi::count {

using ground::FactKind;

// Two times of a node's crash have one fate if they make the same of those timeless facts hold that
// anything but a timeless fact reads.
Fates::Fates(const ground::Universe& universe, const Ticks& ticks, std::uint64_t max_choices)
    : fspec_(universe.fspec()), max_choices_(max_choices) {
  for (const Made& by_tick : facts_made(universe, ticks)) {
    Of of{{}, {0}, {{}}, {fspec_.eot() + 1, 0}};
    std::map<std::vector<FactId>, std::uint32_t> number{{{}, 0}};
    for (const auto& [t, facts] : by_tick) {
      const auto [it, added] = number.emplace(facts, static_cast<std::uint32_t>(of.facts.size()));
      if (added) {
        of.facts.push_back(facts);
        of.last.push_back(0);
      }
      of.at[t] = it->second;
      of.last[it->second] = t;
      for (const FactId f : facts) {
        of.reads.first = std::min(of.reads.first, ticks.reads(f).first);
        of.reads.last = std::max(of.reads.last, ticks.reads(f).last);
      }
    }
    of_.push_back(std::move(of));
  }
}

std::vector<Fates::Made> Fates::facts_made(const ground::Universe& universe,
                                           const Ticks& ticks) const {
  std::vector<Made> out(fspec_.node_count());
  std::vector<bool> read(universe.cone());
  std::vector<std::vector<FactId>> heads(universe.cone());
  for (std::uint32_t f = 0; f < universe.cone(); ++f) {
    for (const InstanceId i : universe.instances_of(FactId(f))) {
      for (const ground::Premise p : universe.premises(i)) {
        if (!ticks.timeless(p.fact())) continue;
        if (ticks.timeless(FactId(f)))
          heads[p.fact().index()].emplace_back(f);
        else
          read[p.fact().index()] = true;
      }
    }
  }
  for (std::uint32_t f = 0; f < universe.cone(); ++f) {
    if (!ticks.timeless(FactId(f)) || universe.info(FactId(f)).kind != FactKind::fault) continue;
    const FaultFact fact = universe.fault_fact(FactId(f));
    auto& facts = out[fact.node.index()][fact.at.tick()];
    if (read[f]) facts.emplace_back(f);
    facts.insert(facts.end(), heads[f].begin(), heads[f].end());
  }
  return out;
}

Fates::Nodes Fates::start() const {
  Nodes out(of_.size());
  for (std::size_t n = 0; n < out.size(); ++n) out[n].settled = of_[n].reads.last == 0;
  return out;
}

const std::vector<Fates::Nodes>& Fates::choices(const Nodes& nodes, int tick, Meter& meter) {
  if (tick != known_at_) known_.clear();
  known_at_ = tick;
  const auto [it, added] = known_.try_emplace(nodes);
  if (added) {
    Nodes now = nodes;
    choose(now, 0, tick, meter, it->second);
  }
  return it->second;
}

void Fates::choose(Nodes& nodes, std::size_t from, int tick, Meter& meter,
                   std::vector<Nodes>& out) const {
  meter.step();
  if (from == nodes.size()) {
    out.push_back(nodes);
    if (out.size() <= max_choices_) return;
    throw BudgetExceeded("steps",
                         fmt::format("there are more than {} choices of who crashes at tick {}",
                                     max_choices_, tick));
  }
  const Of& of = of_[from];
  const Fate before = nodes[from];
  const auto go_on = [&](const Fate& fate) {
    nodes[from] = fate;
    if (crashing(nodes) <= fspec_.crashes()) choose(nodes, from + 1, tick, meter, out);
    nodes[from] = before;
  };
  if (before.crashed) return go_on(before);
  const auto told = of.at.find(tick);
  const std::uint32_t now = told == of.at.end() ? 0 : told->second;
  const bool may = fspec_.crashable(NodeId(static_cast<std::uint32_t>(from)));
  if (may && (!before.settled || before.number == now)) go_on({now, true, true});
  if (before.settled || tick < of.reads.first) {
    if (before.number == 0 || of.last[before.number] > tick) go_on(before);
    return;
  }
  go_on({0, true, false});
  for (std::uint32_t fate = 1; may && fate < of.facts.size(); ++fate) {
    if (of.last[fate] > tick) go_on({fate, true, false});
  }
}

int Fates::crashing(const Nodes& nodes) {
  return static_cast<int>(std::ranges::count_if(
      nodes, [](const Fate& fate) { return fate.crashed || fate.number != 0; }));
}

// Who has no crash left will not crash: that is settled, too.
void Fates::forget(Nodes& nodes, int tick) const {
  const bool none_left = crashing(nodes) == fspec_.crashes();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].crashed && of_[n].reads.last <= tick) nodes[n].number = 0;
    if (none_left) nodes[n].settled = true;
  }
}

}  // namespace ldfi::count
