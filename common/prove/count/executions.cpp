#include "common/prove/count/executions.hpp"

#include <algorithm>
#include <bit>

#include "common/base/contract.hpp"

namespace ldfi::count {

using ground::FactKind;

namespace {

constexpr ground::Lanes all = ~ground::Lanes{0};

ground::Lanes bit_of(std::size_t lane) {
  return ground::Lanes{1} << lane;
}

template <class Action>
void each(ground::Lanes lanes, const Action& action) {
  for (; lanes != 0; lanes &= lanes - 1) action(static_cast<std::size_t>(std::countr_zero(lanes)));
}

void append_sorted(std::vector<Bits>& parts, Bits& to) {
  std::ranges::sort(parts);
  for (const Bits& part : parts) to.insert(to.end(), part.begin(), part.end());
}

}  // namespace

Executions::Executions(const ground::Universe& universe, const Ticks& ticks, const Links& links,
                       const Fates& fates, Meter& meter)
    : u_(universe),
      ticks_(ticks),
      links_(links),
      fates_(fates),
      meter_(meter),
      stop_(u_.fspec().crash_model() == CrashModel::stop),
      overtaken_facts_(static_cast<std::size_t>(u_.fspec().eot()) + 1),
      word_(u_.cone()),
      arrived_(u_.cone()) {
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    if (u_.certain(FactId(f))) word_[f] = all;
  }
  for (const FactId f : u_.overtaken()) {
    overtaken_facts_[static_cast<std::size_t>(u_.info(f).at.tick())].push_back(f);
  }
}

void Executions::run(int tick, std::span<const Lane> lanes) {
  tick_ = tick;
  lanes_ = lanes;
  load();
  load_fates();
  evaluate();
  for (const FactId f : overtaken_facts_[static_cast<std::size_t>(tick)])
    overtaken_ |= word_[f.index()];
  cross();
  if (tick == u_.fspec().eot()) judge();
}

SentForm Executions::form() const {
  return {fates_.head(), words(ticks_.at(tick_ + 1).bits.size()),
          static_cast<std::size_t>(links_.latest())};
}

void Executions::load() {
  const auto& bits = ticks_.at(tick_).bits;
  for (std::uint32_t b = 0; b < bits.size(); ++b) {
    Lanes lanes = 0;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      if (is_set(*lanes_[l].state, fates_.head(), b)) lanes |= bit_of(l);
    }
    if (b == failed_bit)
      failed_ = lanes;
    else if (b == overtaken_bit)
      overtaken_ = lanes;
    else
      (bits[b].kept ? word_ : arrived_)[bits[b].fact.index()] = lanes;
  }
}

/// Sets the facts without a tick, which say when nodes crash, from the crash states of the nodes.
void Executions::load_fates() {
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    if (ticks_.timeless(FactId(f)) && !u_.certain(FactId(f))) word_[f] = 0;
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Fates::Nodes& nodes = *lanes_[l].nodes;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (const FactId f : fates_.facts(n, nodes[n])) word_[f.index()] |= bit_of(l);
    }
  }
}

void Executions::evaluate() {
  const auto& facts = ticks_.at(tick_).facts;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    meter_.step();
    const auto component = u_.component_of(facts[i]);
    if (!component) {
      evaluate(facts[i]);
      continue;
    }
    const ground::Component& c = u_.components()[*component];
    evaluate_component(c);
    while (i + 1 < facts.size() && facts[i + 1] < c.end) ++i;
  }
}

void Executions::evaluate(FactId f) {
  const FactKind kind = u_.info(f).kind;
  Lanes& word = word_[f.index()];
  if (kind == FactKind::aggregate) {
    const ground::AggregateRange& r = u_.range(f);
    word = ground::aggregate_lanes(u_.groups()[r.group], r.low, r.high, word_);
  } else if (kind == FactKind::fault) {
    word = made(u_.fault_fact(f));
  } else {
    word = within(f);
  }
}

void Executions::evaluate_component(const ground::Component& c) {
  for (std::size_t f = c.begin.index(); f < c.end.index(); ++f) {
    if (!u_.certain(FactId(f))) word_[f] = 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = c.begin.index(); f < c.end.index(); ++f) {
      if (word_[f] == all) continue;
      const Lanes now = within(FactId(f));
      changed = changed || now != word_[f];
      word_[f] = now;
      meter_.step();
    }
  }
}

ground::Lanes Executions::within(FactId f) const {
  Lanes any = arrived_[f.index()];
  for (const InstanceId i : u_.instances_of(f)) {
    if (ticks_.within(i)) any |= ground::premise_lanes(u_, i, word_);
  }
  return any;
}

ground::Lanes Executions::lanes_where(const auto& holds) const {
  Lanes out = 0;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    if (holds(lanes_[l])) out |= bit_of(l);
  }
  return out;
}

ground::Lanes Executions::quiet(NodeId node) const {
  return lanes_where([node](const Lane& lane) { return (*lane.nodes)[node.index()].quiet(); });
}

ground::Lanes Executions::down(NodeId node) const {
  return lanes_where(
      [node](const Lane& lane) { return (*lane.nodes)[node.index()].mode == Fate::down; });
}

ground::Lanes Executions::down_next(NodeId node) const {
  return lanes_where([node](const Lane& lane) {
    return lane.next != nullptr && (*lane.next)[node.index()].mode == Fate::down;
  });
}

/// Returns the lanes (executions, one for each bit) in which faults make this fact hold at the
/// tick.
ground::Lanes Executions::made(const FaultFact& fact) const {
  // The pass over states chooses the delays later. So here, each message is late by every possible
  // number of ticks.
  if (fact.kind == FaultFact::Kind::late) return all;
  if (!stop_) return makes(Crash{fact.node, Time(tick_)}, fact) ? quiet(fact.node) : 0;
  if (fact.kind == FaultFact::Kind::down) return down(fact.node);
  if (fact.kind != FaultFact::Kind::restart) return 0;
  return lanes_where([&fact](const Lane& lane) { return (*lane.nodes)[fact.node.index()].back; });
}

/// Returns the lanes (executions, one for each bit) in which a crash loses the message on the
/// channel.
ground::Lanes Executions::lost(const Channel& c) const {
  if (!stop_) return loses(Crash{c.from, Time(tick_)}, c) ? quiet(c.from) : 0;
  switch (c.kind) {
    case ChannelKind::message:
      return quiet(c.from) | down_next(c.to);
    case ChannelKind::memory:
    case ChannelKind::itself:
    case ChannelKind::stay:
      return down(c.from) | down_next(c.from);
    case ChannelKind::write:
      return down(c.from);
    case ChannelKind::keep:
      return ~down(c.from);
    case ChannelKind::copy:
      return 0;
  }
  return 0;
}

/// Returns the lanes (executions, one for each bit) in which the rule instance passes its head to
/// the next tick. A crashed node sends no messages to others, so it has no late messages either.
ground::Lanes Executions::crossing(const Crossing& way) const {
  Lanes out = ground::premise_lanes(u_, way.instance, word_);
  if (way.late > 0 && way.link->from != way.link->to) out &= ~quiet(way.link->from);
  if (out == 0 || way.channel == ground::no_channel) return out;
  return out & ~lost(u_.channels()[way.channel.index()]);
}

// Computes the bits of the next state. The messages of a tick depend only on the state and on the
// nodes that crash. So the messages on each link (sender and receiver) add their bits independently
// of faults on other links.
void Executions::cross() {
  const auto& bits = ticks_.at(tick_ + 1).bits;
  base_.assign(lanes_.size(), Bits(words(bits.size())));
  arrivals_.assign(lanes_.size(), {});
  const auto add = [this](Lanes lanes, std::uint32_t bit) {
    each(lanes, [&](std::size_t l) { set(base_[l], 0, bit); });
  };
  const Lanes used = lanes_.size() == ground::lane_count ? all : bit_of(lanes_.size()) - 1;
  const Lanes going = used & ~failed_;
  add(used & failed_, failed_bit);
  add(going & overtaken_, overtaken_bit);
  for (std::uint32_t b = first_fact_bit; b < bits.size(); ++b) {
    if (bits[b].kept) add(going & word_[bits[b].fact.index()], b);
  }
  for (const Crossing& way : ticks_.at(tick_).ways) {
    meter_.step();
    const Lanes sent = going & crossing(way);
    if (!way.link || !links_.menu(links_.sort(way.link->from, way.link->to)).open()) {
      add(sent, way.bit);
    } else {
      const Arrival arrival{*way.link, way.relation, way.late, way.bit};
      each(sent, [&](std::size_t l) { arrivals_[l].push_back(arrival); });
    }
  }
}

Bits Executions::sent(std::size_t lane) {
  Bits& base = base_[lane];
  std::vector<Arrival>& arrivals = arrivals_[lane];
  const Lane& from = lanes_[lane];
  Bits out = fates_.as_bits(from.next != nullptr ? *from.next : *from.nodes, tick_);
  // After an arithmetic error, the outcome does not change any more. After a message was overtaken,
  // only an arithmetic error can change the outcome.
  const bool failed = is_set(base, 0, failed_bit);
  if (failed || (is_set(base, 0, overtaken_bit) && u_.errors().empty())) {
    std::ranges::fill(base, 0);
    set(base, 0, failed ? failed_bit : overtaken_bit);
    arrivals.clear();
  }
  out.insert(out.end(), base.begin(), base.end());
  const Links::PerSort open = links_.open(*from.nodes, from.next);
  out.insert(out.end(), open.begin(), open.end());
  const Arrival* at = arrivals.data();
  const Arrival* const end = at + arrivals.size();
  std::vector<Bits> links;
  while (at != end) links.push_back(on_link(at, end, base));
  append_sorted(links, out);
  return out;
}

/// Encodes the messages on one link (sender and receiver), beginning with `arrival`. Returns no
/// words if they add no bits to the state. Moves `arrival` to the first one of the next link.
Bits Executions::on_link(const Arrival*& arrival, const Arrival* end, const Bits& base) const {
  const Link link = arrival->link;
  std::vector<Bits> rows;
  while (arrival != end && arrival->link == link) rows.push_back(row(arrival, end, base));
  const auto used = std::ranges::count_if(rows, [](const Bits& row) { return !row.empty(); });
  if (used == 0) return {};
  Bits out{links_.sort(link.from, link.to), static_cast<std::uint64_t>(used)};
  append_sorted(rows, out);
  return out;
}

/// Encodes the messages that are delayed together on a link, beginning with `arrival`. Returns no
/// words if they add no bits to the state. Moves `arrival` behind them.
Bits Executions::row(const Arrival*& arrival, const Arrival* end, const Bits& base) const {
  const SentForm form = this->form();
  Bits out(form.row());
  const Arrival first = *arrival;
  for (; arrival != end && arrival->link == first.link && arrival->relation == first.relation;
       ++arrival) {
    if (is_set(base, 0, arrival->bit)) continue;
    set(out, form.state * static_cast<std::size_t>(arrival->late), arrival->bit);
  }
  if (std::ranges::all_of(out, [](std::uint64_t word) { return word == 0; })) return {};
  return out;
}

void Executions::judge() {
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    if (is_set(base_[l], 0, failed_bit)) failed_ |= bit_of(l);
  }
  violating_ = promising_ = 0;
  for (const ground::Goal& goal : u_.goals()) {
    const Lanes pre = goal.pre ? word_[goal.pre->index()] : all;
    promising_ |= pre;
    violating_ |= pre & ~(goal.post ? word_[goal.post->index()] : Lanes{0});
  }
}

Outcome Executions::outcome(std::size_t lane) const {
  const Lanes one = bit_of(lane);
  return (failed_ & one) != 0      ? Outcome::failing
         : (overtaken_ & one) != 0 ? Outcome::overtaking
         : (violating_ & one) != 0 ? Outcome::violating
         : (promising_ & one) == 0 ? Outcome::vacuous
                                   : Outcome::passing;
}

}  // namespace ldfi::count
