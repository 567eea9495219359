#include "common/count/pass.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::count {

using ground::ChannelId;
using ground::FactKind;

namespace {

constexpr ground::Lanes all = ~ground::Lanes{0};

bool is_set(const Bits& bits, std::size_t head, std::uint32_t bit) {
  return (bits[head + bit / 64] >> bit % 64 & 1U) != 0;
}
void set(Bits& bits, std::size_t head, std::uint32_t bit) {
  bits[head + bit / 64] |= std::uint64_t{1} << bit % 64;
}
std::size_t words(std::size_t bits) {
  return (bits + 63) / 64;
}

template <class States, class Of>
void add_to(States& states, Bits state, Of ways) {
  const auto [it, added] = states.try_emplace(std::move(state), std::move(ways));
  if (!added) it->second += ways;
}

}  // namespace

std::size_t HashBits::operator()(const Bits& bits) const noexcept {
  std::uint64_t hash = 1;
  for (const std::uint64_t word : bits) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

template <class Weights>
Pass<Weights>::Pass(const ground::Universe& universe, const CountLimits& limits)
    : u_(universe),
      limits_(limits),
      meter_(limits.check),
      ticks_(universe),
      weights_(universe.fspec(), ticks_, meter_),
      fates_(universe, ticks_, limits.max_states),
      head_(words(universe.fspec().node_count() * 32)),
      omissible_(universe.fspec().node_count()),
      word_(universe.cone()),
      arrived_(universe.cone()),
      out_{weights_.none(), weights_.none(), weights_.none(), weights_.none(), 0} {
  const auto n = static_cast<std::uint32_t>(u_.fspec().node_count());
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < n; ++b) {
      if (a != b && u_.fspec().omissible(NodeId(a), NodeId(b))) ++omissible_[a];
    }
  }
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    if (u_.certain(FactId(f))) word_[f] = all;
  }
}

template <class Weights>
Outcomes<typename Weights::Of> Pass<Weights>::run() {
  Bits first = as_bits(fates_.start());
  first.resize(head_ + words(ticks_.at(1).bits.size()));
  const auto fails = [this](FactId e) { return u_.certain(e); };
  if (std::ranges::any_of(u_.errors(), fails)) set(first, head_, failed_bit);
  now_.emplace(std::move(first), weights_.one());
  for (tick_ = 1; tick_ <= u_.fspec().eot(); ++tick_) {
    out_.states = std::max<std::uint64_t>(out_.states, now_.size());
    step();
    std::swap(now_, next_);
    next_.clear();
  }
  return out_;
}

template <class Weights>
void Pass<Weights>::step() {
  for (const auto& [state, ways] : now_) {
    for (const Fates::Nodes& nodes : fates_.choices(as_nodes(state), tick_, meter_)) {
      lanes_.push_back({&state, &ways, &nodes});
      if (lanes_.size() == ground::lane_count) flush();
    }
  }
  flush();
  now_.clear();
  for (const auto& [sent, ways] : sent_) arrive(sent, ways);
  sent_.clear();
}

template <class Weights>
void Pass<Weights>::flush() {
  if (lanes_.empty()) return;
  load();
  load_fates();
  evaluate();
  cross();
  lanes_.clear();
}

template <class Weights>
void Pass<Weights>::load() {
  const auto& bits = ticks_.at(tick_).bits;
  failed_ = 0;
  for (std::uint32_t b = 0; b < bits.size(); ++b) {
    Lanes lanes = 0;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      if (is_set(*lanes_[l].state, head_, b)) lanes |= Lanes{1} << l;
    }
    if (b == failed_bit)
      failed_ = lanes;
    else
      (bits[b].kept ? word_ : arrived_)[bits[b].fact.index()] = lanes;
  }
}

/// What crashes make hold: at all ticks, and at this one.
template <class Weights>
void Pass<Weights>::load_fates() {
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    if (ticks_.timeless(FactId(f)) && !u_.certain(FactId(f))) word_[f] = 0;
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Fates::Nodes& nodes = *lanes_[l].nodes;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (const FactId f : fates_.facts(n, nodes[n])) word_[f.index()] |= Lanes{1} << l;
    }
  }
}

template <class Weights>
void Pass<Weights>::evaluate() {
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

template <class Weights>
void Pass<Weights>::evaluate(FactId f) {
  const FactKind kind = u_.info(f).kind;
  Lanes& word = word_[f.index()];
  if (kind == FactKind::aggregate) {
    const ground::AggregateRange& r = u_.range(f);
    word = ground::aggregate_lanes(u_.groups()[r.group], r.low, r.high, word_);
  } else if (kind == FactKind::fault) {
    const FaultFact fact = u_.fault_fact(f);
    word = 0;
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      if (!(*lanes_[l].nodes)[fact.node.index()].crashed) continue;
      if (makes(Crash{fact.node, Time(tick_)}, fact)) word |= Lanes{1} << l;
    }
  } else {
    word = within(f);
  }
}

template <class Weights>
void Pass<Weights>::evaluate_component(const ground::Component& c) {
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

template <class Weights>
ground::Lanes Pass<Weights>::within(FactId f) const {
  Lanes any = arrived_[f.index()];
  for (const InstanceId i : u_.instances_of(f)) {
    if (ticks_.within(i)) any |= ground::premise_lanes(u_, i, word_);
  }
  return any;
}

/// The lanes in which a crash loses the channel.
template <class Weights>
ground::Lanes Pass<Weights>::lost(ChannelId channel) const {
  if (channel == ground::no_channel) return 0;
  const Channel& c = u_.channels()[channel.index()];
  if (!loses(Crash{c.from, Time(tick_)}, c)) return 0;
  Lanes out = 0;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    if ((*lanes_[l].nodes)[c.from.index()].crashed) out |= Lanes{1} << l;
  }
  return out;
}

// What is sent in a tick depends on the state and on who crashes alone, so each channel adds its
// bits whatever happens to the others.
template <class Weights>
void Pass<Weights>::cross() {
  const bool last = tick_ == u_.fspec().eot();
  const auto& bits = ticks_.at(tick_ + 1).bits;
  std::vector<Bits> base(lanes_.size(), Bits(words(bits.size())));
  std::vector<std::vector<Arrival>> arrivals(lanes_.size());
  const auto each = [](Lanes lanes, const auto& action) {
    for (; lanes != 0; lanes &= lanes - 1)
      action(static_cast<std::size_t>(std::countr_zero(lanes)));
  };
  const Lanes used = lanes_.size() == ground::lane_count ? all : (Lanes{1} << lanes_.size()) - 1;
  const Lanes going = used & ~failed_;
  each(used & failed_, [&](std::size_t l) { set(base[l], 0, failed_bit); });
  for (std::uint32_t b = 1; b < bits.size(); ++b) {
    if (!bits[b].kept) continue;
    each(going & word_[bits[b].fact.index()], [&](std::size_t l) { set(base[l], 0, b); });
  }
  for (const Crossing& way : ticks_.at(tick_).ways) {
    meter_.step();
    const Lanes sent = going & ground::premise_lanes(u_, way.instance, word_) & ~lost(way.channel);
    if (way.omissible) {
      each(sent, [&](std::size_t l) { arrivals[l].push_back({way.channel, way.bit}); });
    } else {
      each(sent, [&](std::size_t l) { set(base[l], 0, way.bit); });
    }
  }
  if (last) {
    each(used, [&](std::size_t l) {
      if (is_set(base[l], 0, failed_bit)) failed_ |= Lanes{1} << l;
    });
    return judge();
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l)
    send(lanes_[l], std::move(base[l]), std::move(arrivals[l]));
}

/// Lanes that send the same are one from here on: how the nodes came to send it matters no more.
template <class Weights>
void Pass<Weights>::send(const Lane& lane, Bits base, std::vector<Arrival> arrivals) {
  Bits sent = as_bits(*lane.nodes);
  if (is_set(base, 0, failed_bit)) {
    std::ranges::fill(base, 0);
    set(base, 0, failed_bit);
    arrivals.clear();
  }
  sent.insert(sent.end(), base.begin(), base.end());
  std::vector<Bits> channels;
  for (std::size_t i = 0; i < arrivals.size();) {
    Bits more(base.size());
    const ChannelId channel = arrivals[i].channel;
    for (; i < arrivals.size() && arrivals[i].channel == channel; ++i) {
      if (!is_set(base, 0, arrivals[i].bit)) set(more, 0, arrivals[i].bit);
    }
    if (std::ranges::any_of(more, [](std::uint64_t word) { return word != 0; })) {
      channels.push_back(std::move(more));
    }
  }
  std::ranges::sort(channels);
  for (const Bits& more : channels) sent.insert(sent.end(), more.begin(), more.end());
  add(sent_, std::move(sent), *lane.ways);
}

/// Goes to every state that some messages lost and the others not lead to.
template <class Weights>
void Pass<Weights>::arrive(const Bits& sent, const Of& ways) {
  const std::size_t size = words(ticks_.at(tick_ + 1).bits.size());
  const auto from = [&sent](std::size_t begin, std::size_t count) {
    const auto first = sent.begin() + static_cast<std::ptrdiff_t>(begin);
    return Bits(first, first + static_cast<std::ptrdiff_t>(count));
  };
  unsigned free = omissions(as_nodes(sent));
  States parts;
  parts.emplace(from(0, head_ + size), weights_.one());
  for (std::size_t at = head_ + size; at < sent.size(); at += size) {
    LDFI_ENSURE(free > 0, "a message that may be omitted is counted");
    --free;
    const std::vector<std::pair<Bits, Of>> before(parts.begin(), parts.end());
    for (auto& [bits, part] : parts) weights_.lose(part);
    for (const auto& [bits, part] : before) {
      Bits with = bits;
      for (std::size_t w = 0; w < size; ++w) with[head_ + w] |= sent[at + w];
      if (is_set(with, head_, failed_bit)) {
        std::fill(with.begin() + static_cast<std::ptrdiff_t>(head_), with.end(), 0);
        set(with, head_, failed_bit);
      }
      Of arrived = part;
      weights_.deliver(arrived);
      add(parts, std::move(with), std::move(arrived));
    }
  }
  const Of factor = weights_.unused(ways, free);
  for (const auto& [bits, part] : parts) add(next_, bits, Of(part * factor));
}

template <class Weights>
void Pass<Weights>::add(States& states, Bits state, Of ways) {
  meter_.step();
  add_to(states, std::move(state), std::move(ways));
  if (states.size() <= limits_.max_states) return;
  throw BudgetExceeded(
      "steps", fmt::format("there are more than {} states at tick {}", limits_.max_states, tick_));
}

template <class Weights>
void Pass<Weights>::judge() {
  Lanes violating = 0;
  Lanes promising = 0;
  for (const ground::Goal& goal : u_.goals()) {
    const Lanes pre = goal.pre ? word_[goal.pre->index()] : all;
    promising |= pre;
    violating |= pre & ~(goal.post ? word_[goal.post->index()] : Lanes{0});
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Lanes lane = Lanes{1} << l;
    Of& out = (failed_ & lane) != 0     ? out_.failing
              : (violating & lane) != 0 ? out_.violating
              : (promising & lane) == 0 ? out_.vacuous
                                        : out_.passing;
    const Fates::Nodes& nodes = *lanes_[l].nodes;
    const auto crashed = std::ranges::count_if(nodes, &Fate::crashed);
    out += weights_.ended(weights_.unused(*lanes_[l].ways, omissions(nodes)),
                          static_cast<std::size_t>(crashed));
  }
}

/// How many omissions of this tick are no redundant faults.
template <class Weights>
unsigned Pass<Weights>::omissions(const Fates::Nodes& nodes) const {
  if (tick_ > u_.fspec().last_omission()) return 0;
  unsigned out = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) out += nodes[n].crashed ? 0 : omissible_[n];
  return out;
}

template <class Weights>
Bits Pass<Weights>::as_bits(Fates::Nodes nodes) const {
  fates_.forget(nodes, tick_);
  Bits out(head_);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Fate& fate = nodes[n];
    const std::uint64_t code =
        fate.number << 2U | (fate.settled ? 2U : 0U) | (fate.crashed ? 1U : 0U);
    out[n / 2] |= code << (n % 2 == 0 ? 0U : 32U);
  }
  return out;
}

template <class Weights>
Fates::Nodes Pass<Weights>::as_nodes(const Bits& state) const {
  Fates::Nodes out(u_.fspec().node_count());
  for (std::size_t n = 0; n < out.size(); ++n) {
    const auto code = static_cast<std::uint32_t>(state[n / 2] >> (n % 2 == 0 ? 0U : 32U));
    out[n] = {code >> 2U, (code & 2U) != 0, (code & 1U) != 0};
  }
  return out;
}

template class Pass<Numbers>;
template class Pass<Chances>;

}  // namespace ldfi::count
