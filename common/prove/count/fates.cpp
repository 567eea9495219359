#include "common/prove/count/fates.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/errors.hpp"

namespace ldfi::count {

using ground::FactKind;

// Divides the crash times of each node into classes. Two crash times are in one class if facts with
// a tick cannot distinguish them: both imply the same facts without a tick that matter.
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
  Nodes out{std::vector<Fate>(of_.size())};
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
                         fmt::format("there are more than {} ways for nodes to crash at tick {}",
                                     max_choices_, tick));
  }
  const Fate before = nodes[from];
  const std::uint32_t restarts = nodes.restarts;
  for (const Fate& fate : options(from, before, tick)) {
    nodes[from] = fate;
    const bool leaves = fate.away && (!before.away || fate.back);
    nodes.restarts = restarts + (leaves ? 1 : 0);
    if (affords(nodes)) choose(nodes, from + 1, tick, meter, out);
  }
  nodes[from] = before;
  nodes.restarts = restarts;
}

bool Fates::affords(const Nodes& nodes) const {
  return crashing(nodes) <= fspec_.crashes() &&
         nodes.restarts <= static_cast<std::uint32_t>(fspec_.restarts());
}

std::vector<Fate> Fates::options(std::size_t node, const Fate& before, int tick) const {
  if (fspec_.crash_model() == CrashModel::stop) return outages(node, before, tick);
  if (before.crashed) return {before};
  std::vector<Fate> out = uncrashed(node, before, tick);
  if (const auto fate = crashed(node, before, tick)) out.push_back(*fate);
  return out;
}

std::vector<Fate> Fates::uncrashed(std::size_t node, const Fate& before, int tick) const {
  const Of& of = of_[node];
  std::vector<Fate> out;
  const auto add = [&](std::uint32_t number, bool settled) {
    Fate fate = before;
    fate.number = number;
    fate.settled = settled;
    if (number == 0 || of.last[number] > tick) out.push_back(fate);
  };
  if (before.settled || tick < of.reads.first) {
    add(before.number, before.settled);
    return out;
  }
  add(0, true);
  if (!fspec_.crashable(NodeId(node))) return out;
  for (std::uint32_t fate = 1; fate < of.facts.size(); ++fate) add(fate, true);
  return out;
}

std::optional<Fate> Fates::crashed(std::size_t node, const Fate& before, int tick) const {
  if (!fspec_.crashable(NodeId(node))) return std::nullopt;
  const auto told = of_[node].at.find(tick);
  const std::uint32_t now = told == of_[node].at.end() ? 0 : told->second;
  if (before.settled && before.number != now) return std::nullopt;
  Fate out = before;
  out.number = now;
  out.settled = out.crashed = true;
  return out;
}

// Returns the possible crash states under the crash model `stop`: the node is up, an outage began
// at the previous tick, or an outage continues. After a restart, the node runs for at least one
// tick, but at that tick may already be mute (run without sending).
std::vector<Fate> Fates::outages(std::size_t node, const Fate& before, int tick) const {
  Fate now = before;
  now.back = false;
  if (now.crashed) {
    now.mode = Fate::down;
    return {now};
  }
  std::vector<Fate> out;
  const auto add = [&](Fate fate, Fate::Mode mode, bool away, std::uint32_t age) {
    fate.mode = mode;
    fate.away = away;
    fate.age = away ? std::min(age, oldest()) : 0;
    out.push_back(fate);
  };
  const auto leave = [&](Fate::Mode mode, std::uint32_t age) {
    if (const auto fate = crashed(node, now, tick)) add(*fate, mode, false, 0);
    if (!fspec_.restartable(NodeId(node)) || tick > fspec_.last_omission()) return;
    if (!may_restart(0, mode == Fate::down ? tick : tick + 1)) return;
    for (const Fate& fate : uncrashed(node, now, tick)) add(fate, mode, true, age);
  };
  if (now.away) {
    const std::uint32_t age = now.age + 1;
    if (now.mode == Fate::muted || may_restart(age, tick + 1)) {
      for (const Fate& fate : uncrashed(node, now, tick)) add(fate, Fate::down, true, age);
    }
    if (now.mode == Fate::muted || !restarts_at(now.age, tick)) return out;
    now.back = true;
  } else {
    leave(Fate::down, 1);
  }
  for (const Fate& fate : uncrashed(node, now, tick)) add(fate, Fate::up, false, 0);
  leave(Fate::muted, 0);
  return out;
}

bool Fates::may_restart(std::uint32_t age, int tick) const {
  const FaultLimits& limits = fspec_.limits();
  const int down = tick - static_cast<int>(age);
  const int first = std::max(tick, down + limits.least_down);
  const int last = fspec_.last_omission() + 1;
  return first <= (limits.most_down ? std::min(last, down + *limits.most_down) : last);
}

bool Fates::restarts_at(std::uint32_t age, int tick) const {
  const FaultLimits& limits = fspec_.limits();
  const int ticks = static_cast<int>(age);
  return tick <= fspec_.last_omission() + 1 && ticks >= limits.least_down &&
         (!limits.most_down || ticks <= *limits.most_down);
}

std::uint32_t Fates::oldest() const {
  const FaultLimits& limits = fspec_.limits();
  return static_cast<std::uint32_t>(std::max(limits.least_down, limits.most_down.value_or(0)));
}

std::size_t NodeFates::faults() const {
  return static_cast<std::size_t>(std::ranges::count_if(of, &Fate::crashed)) + restarts;
}

int Fates::crashing(const Nodes& nodes) {
  return static_cast<int>(std::ranges::count_if(
      nodes.of, [](const Fate& fate) { return fate.crashed || fate.number != 0; }));
}

// If no further crash is allowed, no other node will crash, so all choices are final. The number of
// restarts matters only while more restarts are possible, or if the number of all faults is
// limited.
void Fates::forget(Nodes& nodes, int tick) const {
  const bool none_left = crashing(nodes) == fspec_.crashes();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].crashed && of_[n].reads.last <= tick) nodes[n].number = 0;
    if (none_left) nodes[n].settled = true;
  }
  if (tick >= fspec_.last_omission() && !fspec_.limits().faults) nodes.restarts = 0;
}

Bits Fates::as_bits(Nodes nodes, int tick) const {
  forget(nodes, tick);
  Bits out{nodes.restarts};
  for (const Fate& fate : nodes.of) {
    out.push_back(std::uint64_t{fate.age} << 32U | fate.number << 6U |
                  static_cast<unsigned>(fate.mode) << 4U | (fate.settled ? 8U : 0U) |
                  (fate.crashed ? 4U : 0U) | (fate.away ? 2U : 0U) | (fate.back ? 1U : 0U));
  }
  return out;
}

Fates::Nodes Fates::as_nodes(const Bits& state) const {
  Nodes out{{}, static_cast<std::uint32_t>(state[0])};
  for (std::size_t n = 0; n < of_.size(); ++n) {
    const std::uint64_t code = state[1 + n];
    const auto low = static_cast<std::uint32_t>(code);
    out.of.push_back({low >> 6U, (low & 8U) != 0, (low & 4U) != 0, (low & 2U) != 0, (low & 1U) != 0,
                      static_cast<Fate::Mode>(low >> 4U & 3U),
                      static_cast<std::uint32_t>(code >> 32U)});
  }
  return out;
}

}  // namespace ldfi::count
