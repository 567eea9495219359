#include "common/dedalus/reach/simulation.hpp"

#include <algorithm>

#include "common/faults/fault_sampler.hpp"

namespace ldfi::reach {

using ground::FactInfo;
using ground::FactKind;
using ground::Lanes;
using ground::Store;

namespace {

constexpr std::size_t random_words = 4;
constexpr std::size_t word_count = 8;
constexpr Lanes all = ~Lanes{0};

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15ULL;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93ULL;
  return h ^ (h >> 29);
}

}  // namespace

Simulation::Simulation(const ground::Program& program, const Fspec& fspec)
    : program_(program), fspec_(fspec), words_(word_count), oldest_(random_words) {
  for (Word& word : words_) {
    for (std::size_t lane = 0; lane < ground::lane_count; ++lane) {
      const std::uint64_t seed = next_seed_++;
      word.courses.push_back({seed, {}, 0, random_crashes(seed)});
    }
  }
}

// Returns the crashes of the simulated execution with this seed. Every second execution has no
// crashes. Early and late crashes are equally likely.
FaultSet Simulation::random_crashes(std::uint64_t seed) const {
  if (!has_combinations(fspec_.parameters())) {
    return seed % 2 == 0 ? FaultSet() : FaultSampler(fspec_, 1).draw_without_omissions(seed);
  }
  std::vector<Fault> out;
  const std::uint64_t how_many =
      seed % 2 == 0 ? 0
                    : 1 + mix(seed, 1) % static_cast<std::uint64_t>(std::max(1, fspec_.crashes()));
  for (std::uint64_t i = 0; i < how_many && static_cast<int>(i) < fspec_.crashes(); ++i) {
    const NodeId node(static_cast<std::uint32_t>(mix(seed, 2 + i) % fspec_.node_count()));
    const Time at(1 +
                  static_cast<int>(mix(seed, 100 + i) % static_cast<std::uint64_t>(fspec_.eot())));
    const bool again = std::any_of(out.begin(), out.end(),
                                   [&](const Fault& fault) { return crashed_node(fault) == node; });
    if (!again && fspec_.crashable(node)) out.emplace_back(Crash{node, at});
  }
  return FaultSet(std::move(out));
}

// Returns true if the simulated execution loses the message. The given faults may lose it, or one
// of its nodes may be silent for some ticks. Single messages are also lost at random, at a rate
// that depends on the execution.
bool Simulation::lost(const Course& course, const Channel& channel) const {
  if (course.crashes.loses(channel)) return true;
  if (channel.kind != ChannelKind::message || channel.sent.tick() > fspec_.last_omission() ||
      course.crashes.settles(channel)) {
    return false;
  }
  if (channel.sent.tick() <= course.until) return course.prefix.loses(channel);
  // If the Fspec limits the number of omissions, losing many messages at random would break the
  // limit.
  if (!fspec_.limits().none()) return false;
  const auto tick = static_cast<std::uint64_t>(channel.sent.tick());
  const std::uint64_t period = 1 + mix(course.seed, 7) % 6;
  const auto silent = [&](NodeId node) {
    return (mix(course.seed, mix(node.raw() + 1, tick / period)) & 7U) < (mix(course.seed, 9) & 3U);
  };
  if (silent(channel.from) || silent(channel.to)) return true;
  const std::uint64_t rate = mix(course.seed, 8) % 12;  // probability of a loss, in sixteenths
  const std::uint64_t pair = std::uint64_t{channel.from.raw()} << 20 | channel.to.raw();
  return (mix(mix(course.seed, pair), tick) & 15U) < (rate < 4 ? 0 : rate - 3);
}

void Simulation::extend(const Store& store) {
  for (Word& word : words_) extend(store, word);
}

void Simulation::enter(const Store& store) {
  extend(store);
  loops_.push_back({store.instances.size()});
}

void Simulation::leave(const Store& store) {
  loops_.back().end = store.instances.size();
  extend(store);
}

void Simulation::extend(const Store& store, Word& word) const {
  for (std::size_t c = word.delivered.size(); c < store.channels.size(); ++c) {
    Lanes delivered = 0;
    for (std::size_t lane = 0; lane < word.courses.size(); ++lane) {
      if (!lost(word.courses[lane], store.channels[c])) delivered |= Lanes{1} << lane;
    }
    word.delivered.push_back(delivered);
  }
  for (std::size_t f = word.holds.size(); f < store.facts.size(); ++f) {
    const FactInfo& info = store.facts[f];
    Lanes holds = info.certain ? all : 0;
    for (std::size_t lane = 0; info.kind == FactKind::fault && lane < word.courses.size(); ++lane) {
      const FaultFact fact = ground::fault_fact(program_, fspec_, info, store.tuple(FactId(f)));
      if (word.courses[lane].crashes.makes(fact)) holds |= Lanes{1} << lane;
    }
    word.holds.push_back(holds);
  }
  // Since the last call, facts may have become certain: it is now known that every execution
  // derives them.
  if (!loops_.empty()) {
    for (std::size_t f = 0; f < store.facts.size(); ++f) {
      if (store.facts[f].certain) word.holds[f] = all;
    }
  }
  // Ground rules are in the order in which they were found, which is also the order of evaluation,
  // except for recursion within a tick. If loops_ does not mark the recursion, some facts that it
  // derives may be missing. The solver then decides about those facts.
  for (; word.loop < loops_.size(); ++word.loop) {
    const Loop& loop = loops_[word.loop];
    const std::size_t end = std::min(loop.end, store.instances.size());
    pass(store, word, word.instances, loop.begin);
    while (pass(store, word, loop.begin, end)) {
    }
    word.instances = end;
    if (loop.end == endless) return;
  }
  pass(store, word, word.instances, store.instances.size());
  word.instances = store.instances.size();
}

bool Simulation::pass(const Store& store, Word& word, std::size_t begin, std::size_t end) {
  bool changed = false;
  for (std::size_t i = begin; i < end; ++i) {
    const ground::PendingInstance& instance = store.instances[i];
    Lanes& holds = word.holds[instance.head.index()];
    const Lanes now = holds | fired(store, word, instance);
    changed = changed || now != holds;
    holds = now;
  }
  return changed;
}

Lanes Simulation::fired(const Store& store, const Word& word,
                        const ground::PendingInstance& instance) {
  if (store.facts[instance.head.index()].kind == FactKind::aggregate) {
    const ground::AggregateRange& r = store.ranges[store.range_of[instance.head.index()]];
    return ground::aggregate_lanes(store.groups[r.group], r.low, r.high, word.holds);
  }
  Lanes out =
      instance.channel == ground::no_channel ? all : word.delivered[instance.channel.index()];
  for (const ground::Premise p : store.premises_of(instance)) {
    const Lanes holds = word.holds[p.fact().index()];
    out &= p.negated() ? ~holds : holds;
  }
  return out;
}

bool Simulation::seen(FactId f) const {
  return std::any_of(words_.begin(), words_.end(),
                     [f](const Word& word) { return word.holds[f.index()] != 0; });
}

Simulation::Word Simulation::follower(const std::vector<FaultSet>& models, Time until,
                                      std::uint64_t seed) {
  Word word;
  for (std::size_t lane = 0; lane < ground::lane_count; ++lane) {
    const FaultSet& model = models[models.size() - 1 - lane % models.size()];
    word.courses.push_back({seed + lane, model, until.tick(), model.without_omissions()});
  }
  return word;
}

std::vector<Lanes> Simulation::run(const Store& store, const FaultSet& faults, Time until) const {
  Word word = follower({faults}, until, 0);
  extend(store, word);
  return std::move(word.holds);
}

void Simulation::follow(const Store& store, const std::vector<FaultSet>& models, Time until) {
  if (models.empty()) return;
  Word word = follower(models, until, next_seed_);
  next_seed_ += ground::lane_count;
  extend(store, word);
  words_[oldest_] = std::move(word);
  oldest_ = oldest_ + 1 < words_.size() ? oldest_ + 1 : random_words;
}

}  // namespace ldfi::reach
