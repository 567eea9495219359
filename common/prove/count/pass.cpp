#include "common/prove/count/pass.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/prove/count/limited.hpp"
#include "common/prove/count/weights.hpp"

namespace ldfi::count {

template <class Weights>
Pass<Weights>::Pass(const ground::Universe& universe, const CountLimits& limits)
    : u_(universe),
      limits_(limits),
      meter_(limits.check),
      ticks_(universe),
      weights_(universe.fspec(), ticks_, meter_),
      fates_(universe, ticks_, limits.max_states),
      links_(universe.fspec()),
      executions_(universe, ticks_, links_, fates_, meter_) {
  out_.of.fill(weights_.none());
}

template <class Weights>
Outcomes<typename Weights::Of> Pass<Weights>::run() {
  begin();
  for (tick_ = 1; tick_ <= u_.fspec().eot(); ++tick_) {
    out_.states = std::max<std::uint64_t>(out_.states, now_.size());
    links_.go_to(tick_);
    unused_.clear();
    step();
    std::swap(now_, next_);
    next_.clear();
  }
  return out_;
}

/// Adds the states at the beginning of tick 1. A state contains crash states: those at its own tick
/// if nodes can be down, otherwise those at the previous tick.
template <class Weights>
void Pass<Weights>::begin() {
  const auto fails = [this](FactId e) { return u_.certain(e); };
  const bool failed = std::ranges::any_of(u_.errors(), fails);
  const std::vector<Fates::Nodes> start{fates_.start()};
  for (const auto& nodes : goes_down() ? fates_.choices(start[0], 1, meter_) : start) {
    Bits first = fates_.as_bits(nodes, 0);
    first.resize(fates_.head() + words(ticks_.at(1).bits.size()));
    if (failed) set(first, fates_.head(), failed_bit);
    add(now_, std::move(first), weights_.one());
  }
}

template <class Weights>
void Pass<Weights>::step() {
  for (const auto& [state, ways] : now_) add_lanes(state, ways);
  flush();
  now_.clear();
  for (const auto& [sent, ways] : sent_) arrive(sent, ways);
  sent_.clear();
}

template <class Weights>
void Pass<Weights>::add_lanes(const Bits& state, const Of& ways) {
  const Fates::Nodes before = fates_.as_nodes(state);
  if (!goes_down()) {
    for (const Fates::Nodes& nodes : fates_.choices(before, tick_, meter_))
      add_lane({&state, &nodes}, ways);
    return;
  }
  if (tick_ == u_.fspec().eot()) {
    nodes_.push_back(before);
    return add_lane({&state, &nodes_.back()}, ways);
  }
  for (const Fates::Nodes& next : fates_.choices(before, tick_ + 1, meter_)) {
    nodes_.push_back(before);
    add_lane({&state, &nodes_.back(), &next}, ways);
  }
}

template <class Weights>
void Pass<Weights>::add_lane(const Executions::Lane& lane, const Of& ways) {
  lanes_.push_back(lane);
  ways_.push_back(&ways);
  if (lanes_.size() == ground::lane_count) flush();
}

template <class Weights>
void Pass<Weights>::flush() {
  if (lanes_.empty()) return;
  executions_.run(tick_, lanes_);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    if (tick_ < u_.fspec().eot()) {
      add(sent_, executions_.sent(l), *ways_[l]);
      continue;
    }
    out_.of[static_cast<std::size_t>(executions_.outcome(l))] +=
        weights_.ended(*ways_[l], lanes_[l].nodes->faults());
  }
  lanes_.clear();
  nodes_.clear();
  ways_.clear();
}

/// Adds all states of the next tick to which possible faults on the links lead. `sent` describes
/// the links, and `ways` is the weight of the fault sets so far.
template <class Weights>
void Pass<Weights>::arrive(const Bits& sent, const Of& ways) {
  const SentForm form = executions_.form();
  const auto open = sent.begin() + static_cast<std::ptrdiff_t>(form.head + form.state);
  Links::Unused free;
  std::copy_n(open, SentForm::open, free.links.begin());
  States parts;
  parts.emplace(Bits(sent.begin(), open), weights_.one());
  for (std::size_t at = form.links(); at < sent.size();) {
    const std::size_t sort = sent[at];
    const std::span rows(sent.data() + at + SentForm::link, sent[at + 1] * form.row());
    LDFI_ENSURE(free.links[sort] > 0, "a channel on which messages are sent was counted");
    --free.links[sort];
    parts = choose(parts, sort, rows, form);
    at += SentForm::link + rows.size();
  }
  const Of factor = weights_.both(ways, unused(free));
  for (const auto& [bits, part] : parts) add(next_, bits, weights_.both(part, factor));
}

/// Returns the states to which the possible faults on one link lead from the states `parts`. `rows`
/// has the bits that the link's messages add.
template <class Weights>
typename Pass<Weights>::States Pass<Weights>::choose(const States& parts, std::size_t sort,
                                                     std::span<const std::uint64_t> rows,
                                                     const SentForm& form) {
  const Menu& menu = links_.menu(sort);
  States out = choose_unit(parts, menu, rows.data(), form);
  for (std::size_t at = form.row(); at < rows.size(); at += form.row()) {
    out = choose_unit(out, menu, rows.data() + at, form);
  }
  Links::Unused others;
  others.units[sort] = static_cast<unsigned>(links_.units() - rows.size() / form.row());
  if (others.units[sort] > 0) {
    for (auto& [bits, part] : out) part = weights_.both(part, unused(others));
  }
  if (!menu.lossy) return out;
  for (const auto& [bits, part] : parts) add(out, bits, weights_.lost(part));
  return out;
}

/// Returns the states to which messages with a common delay lead from the states `parts`, if the
/// messages are not lost.
template <class Weights>
typename Pass<Weights>::States Pass<Weights>::choose_unit(const States& parts, const Menu& menu,
                                                          const std::uint64_t* row,
                                                          const SentForm& form) {
  States out;
  out.reserve(parts.size() * 2);
  for (const auto& [bits, part] : parts) {
    for (const Choice& choice : menu.choices) {
      Bits with = bits;
      const auto arrives = [&](int late) {
        const std::uint64_t* more = row + form.state * static_cast<std::size_t>(late);
        for (std::size_t w = 0; w < form.state; ++w) with[form.head + w] |= more[w];
      };
      if (choice.in_time()) arrives(0);
      if (choice.delay > 0) arrives(choice.delay);
      if (choice.again > 0) arrives(choice.again);
      if (is_set(with, form.head, failed_bit)) {
        std::fill(with.begin() + static_cast<std::ptrdiff_t>(form.head), with.end(), 0);
        set(with, form.head, failed_bit);
      }
      add(out, std::move(with), weights_.with(part, choice));
    }
  }
  return out;
}

template <class Weights>
const typename Weights::Of& Pass<Weights>::unused(const Links::Unused& number) {
  const auto it = unused_.find(number);
  return it != unused_.end()
             ? it->second
             : unused_.emplace(number, weights_.unused(number, links_)).first->second;
}

template <class Weights>
void Pass<Weights>::add(States& states, Bits state, Of ways) {
  for (std::size_t w = 0; w <= state.size() / 64; ++w)
    meter_.step();  // large states need more memory, so they count as more steps
  if (weights_.is_none(ways)) return;
  const auto [it, added] = states.try_emplace(std::move(state), std::move(ways));
  if (!added) it->second += ways;
  if (states.size() <= limits_.max_states) return;
  throw BudgetExceeded("steps",
                       fmt::format("there are more than {} states at tick {} (--max-states)",
                                   limits_.max_states, tick_));
}

template class Pass<Numbers>;
template class Pass<Chances>;
template class Pass<Limited>;

}  // namespace ldfi::count
