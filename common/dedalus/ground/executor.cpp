#include "common/dedalus/ground/executor.hpp"

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"

namespace ldfi::ground {
namespace {

constexpr Lanes all = ~Executor::Lanes{0};

}  // namespace

Executor::Executor(const Universe& universe, Scope scope)
    : u_(universe),
      end_(scope == Scope::cone ? universe.cone() : universe.fact_count()),
      word_(universe.fact_count()),
      without_faults_(universe.channels().size(), all) {
  sent_by_.resize(u_.fspec().node_count());
  sent_to_.resize(u_.fspec().node_count());
  for (std::uint32_t c = 0; c < u_.channels().size(); ++c) {
    const Channel& ch = u_.channels()[c];
    sent_by_[ch.from.index()].push_back({ch.sent.tick(), ch.to.raw(), c});
    if (ch.to != ch.from) sent_to_[ch.to.index()].push_back({ch.sent.tick(), ch.to.raw(), c});
    if (ch.kind == ChannelKind::keep) without_faults_[c] = 0;
  }
  for (auto& list : sent_by_) std::sort(list.begin(), list.end());
  for (auto& list : sent_to_) std::sort(list.begin(), list.end());
  for (std::uint32_t f = 0; f < u_.fact_count(); ++f) {
    const FactInfo& i = u_.info(FactId(f));
    if (i.certain) word_[f] = all;
    if (i.kind == FactKind::fault) fault_facts_.emplace_back(u_.fault_fact(FactId(f)), f);
  }
  std::sort(fault_facts_.begin(), fault_facts_.end());
}

void Executor::execute(const FaultSet& faults) {
  execute(std::span(&faults, 1));
}

void Executor::execute(std::span<const FaultSet> faults) {
  LDFI_REQUIRE(faults.size() <= lane_count, "one pass has a lane for each fault set");
  set_faults(faults);
  std::size_t begin = 0;
  for (const Component& c : u_.components()) {
    if (c.begin.index() >= end_) break;
    evaluate(begin, c.begin.index());
    evaluate_component(c);
    begin = c.end.index();
  }
  evaluate(begin, end_);
}

void Executor::apply(const Fault& fault, Lanes lane) {
  const Losses lost = losses(fault);
  if (!lost.from) {
    for (const auto& sent : sent_by_) apply(fault, sent, lane);
    return;
  }
  LDFI_REQUIRE(lost.from->index() < sent_by_.size(), "the sender of a lost message is a node");
  apply(fault, sent_by_[lost.from->index()], lane);
  if (lost.arriving) apply(fault, sent_to_[lost.from->index()], lane);
  if (fault_facts_.empty()) return;
  const auto from = [this](const FaultFact& fact) {
    return std::lower_bound(fault_facts_.begin(), fault_facts_.end(), std::pair(fact, FactId(0)));
  };
  if (const auto one = fact_of(fault)) {
    const auto it = from(*one);
    if (it != fault_facts_.end() && it->first == *one) word_[it->second.index()] |= lane;
  }
  for (const auto kind : lasting_facts) {
    auto it = from({kind, *lost.from, Time(0), NamedId(0)});
    for (; it != fault_facts_.end() && it->first.kind == kind && it->first.node == lost.from;
         ++it) {
      if (makes(fault, it->first)) word_[it->second.index()] |= lane;
    }
  }
}

void Executor::apply(const Fault& fault, const std::vector<Sent>& channels, Lanes lane) {
  const Losses lost = losses(fault);
  const std::uint32_t to = lost.to ? lost.to->raw() : 0;
  auto it = std::lower_bound(channels.begin(), channels.end(), Sent{lost.first.tick(), to, 0});
  const bool one_receiver = lost.to && lost.first == lost.last;
  for (; it != channels.end() && it->at <= lost.last.tick(); ++it) {
    if (one_receiver && it->to != to) return;
    const Channel& channel = u_.channels()[it->channel];
    if (channel.kind == ChannelKind::keep) {
      // A fault set lists the faults of a kind that opens a channel before those of a kind that
      // closes it. So a closed channel stays closed.
      if (opens(fault, channel)) delivered_[it->channel] |= lane;
      if (loses(fault, channel)) delivered_[it->channel] &= ~lane;
    } else if (loses(fault, channel)) {
      delivered_[it->channel] &= ~lane;
    }
  }
}

void Executor::set_faults(std::span<const FaultSet> sets) {
  delivered_ = without_faults_;
  for (const auto& [fault, fact] : fault_facts_) word_[fact.index()] = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const Fault& fault : sets[i]) apply(fault, Lanes{1} << i);
  }
}

Lanes Executor::instances(FactId f) const {
  Lanes any = 0;
  for (InstanceId i : u_.instances_of(f)) {
    const ChannelId channel = u_.instance(i).channel;
    const Lanes arrived = channel == no_channel ? all : delivered_[channel.index()];
    any |= arrived & premise_lanes(u_, i, word_);
  }
  return any;
}

void Executor::evaluate(std::size_t begin, std::size_t end) {
  for (std::size_t f = begin; f < end; ++f) {
    const FactInfo& info = u_.info(FactId(f));
    if (info.certain || info.kind == FactKind::fault) continue;
    word_[f] = info.kind == FactKind::aggregate ? aggregate(FactId(f)) : instances(FactId(f));
  }
}

void Executor::evaluate_component(const Component& c) {
  for (std::size_t f = c.begin.index(); f < c.end.index(); ++f)
    word_[f] = u_.certain(FactId(f)) ? all : 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = c.begin.index(); f < c.end.index(); ++f) {
      if (word_[f] == all) continue;
      const Lanes now = instances(FactId(f));
      changed = changed || now != word_[f];
      word_[f] = now;
    }
  }
}

Lanes Executor::aggregate(FactId f) const {
  const AggregateRange& r = u_.range(f);
  return aggregate_lanes(u_.groups()[r.group], r.low, r.high, word_);
}

bool Executor::fired(InstanceId i) const {
  const InstanceRow& row = u_.instance(i);
  if (u_.info(row.head).kind == FactKind::aggregate) return holds(row.head);
  const auto premises = u_.premises(i);
  return delivered(row.channel) && std::all_of(premises.begin(), premises.end(), [this](Premise p) {
           return holds(p.fact()) != p.negated();
         });
}

Lanes Executor::errors() const {
  Lanes out = 0;
  for (FactId e : u_.errors()) out |= word_[e.index()];
  return out;
}

Lanes Executor::overtaken() const {
  Lanes out = 0;
  for (const FactId f : u_.overtaken()) out |= word_[f.index()];
  return out;
}

Lanes Executor::violating() const {
  Lanes out = 0;
  for (const Goal& g : u_.goals()) {
    out |= (g.pre ? word_[g.pre->index()] : all) & ~(g.post ? word_[g.post->index()] : Lanes{0});
  }
  return out & ~errors() & ~overtaken();
}

}  // namespace ldfi::ground
