#include "common/solve/recorded/fault_literals.hpp"

#include <algorithm>
#include <ranges>

#include "common/solve/hazard/counter.hpp"

namespace ldfi::recorded {

using systems::Activation;
using systems::Course;
using systems::Cut;
using systems::MessageId;
using systems::Moment;

namespace {

/// Largest number of activations of one node in a recording. Requested faults with larger numbers
/// of activations hit nothing.
constexpr std::uint64_t most_activations = 2'000'000;

/// Returns the place that the fault hits, such as its message or node.
template <class Kind>
const typename Kind::Where& place_of(const Kind& fault) {
  return fault.where();
}
/// Returns the node and the moment of the crash. crash.where() would return only the node.
systems::NodeMoment place_of(const systems::Crash& crash) {
  return {crash.node, crash.when};
}

bool plausible(const Moment& when) {
  return when.activation <= most_activations && when.said.value_or(0) <= most_activations;
}

}  // namespace

FaultLiterals::FaultLiterals(sat::Solver& solver, const systems::Fspec& fspec,
                             const std::vector<Outcome>& outcomes)
    : solver_(solver), fspec_(fspec) {
  for (const Outcome& outcome : outcomes) look(outcome);
  declare_losses();
  declare_crashes();
  declare_restarts();
  declare_later<systems::Delay>(late_);
  if (fspec_.duplicates > 0) declare_later<systems::Duplicate>(doubled_);
  declare_cuts();
  declare_pauses();
  declare_breaks<systems::Reset>();
  declare_breaks<systems::Hang>();
  Literals all;
  for (const auto& [fault, literal] : all_) all.push_back(literal);
  limit(all, fspec_.faults);
}

void FaultLiterals::look(const Outcome& outcome) {
  for (const Course::Attempt& one : outcome.course.attempts) {
    lost_.emplace(one.message, 0);
    if (fspec_.partitions > 0) cut_.emplace(window_of(one.message, one.sent), 0);
  }
  for (const auto& [node, count] : outcome.course.activations) see(NodeMoment(node, {count}));
  for (const auto& [one, count] : outcome.course.said) {
    see(NodeMoment(one.first, {one.second, count - 1}));
  }
  for (const auto& [node, count] : outcome.course.approached) see(Activation(node, count));
  for (const systems::Fault& fault : outcome.asked) {
    std::visit([this](const auto& one) { see(place_of(one)); }, fault);
  }
}

void FaultLiterals::see(const Activation& before) {
  std::uint64_t& here = approached_[before.first];
  if (before.second <= most_activations) here = std::max(here, before.second);
}

void FaultLiterals::see(const NodeMoment& place) {
  const auto& [node, when] = place;
  if (!plausible(when)) return;
  activations_[node] = std::max(activations_[node], when.activation);
  if (!fspec_.midway || !when.said) return;
  said_[node] = std::max(said_[node], *when.said + 1);
  std::uint64_t& here = moments_within_[{node, when.activation}];
  here = std::max(here, *when.said + 1);
}

bool FaultLiterals::seen(const NodeMoment& place) const {
  const auto& [node, when] = place;
  if (!plausible(when)) return true;
  const auto count = activations_.find(node);
  if (count == activations_.end() || count->second < when.activation) return false;
  return !when.said || !fspec_.midway || *when.said < moments_within(node, when.activation);
}

bool FaultLiterals::seen(const Activation& before) const {
  const auto found = approached_.find(before.first);
  return before.second > most_activations ||
         (found != approached_.end() && before.second <= found->second);
}

bool FaultLiterals::has_all_moment_literals(const std::string& node) const {
  constexpr std::uint64_t most_moments = 100'000;
  const auto said = said_.find(node);
  return said == said_.end() || activations_.at(node) * said->second <= most_moments;
}

std::uint64_t FaultLiterals::moments_within(const std::string& node,
                                            std::uint64_t activation) const {
  const auto most = said_.find(node);
  if (most == said_.end()) return 0;
  if (has_all_moment_literals(node)) return most->second;
  const auto here = moments_within_.find({node, activation});
  return here == moments_within_.end() ? 0 : here->second;
}

bool FaultLiterals::knows(const Outcome& outcome) const {
  const auto attempted = [&](const Course::Attempt& one) {
    return seen(one.message) &&
           (fspec_.partitions == 0 || cut_.contains(window_of(one.message, one.sent)));
  };
  return std::ranges::all_of(outcome.course.attempts, attempted) &&
         std::ranges::all_of(
             outcome.course.activations,
             [&](const auto& one) { return seen(NodeMoment(one.first, {one.second})); }) &&
         std::ranges::all_of(outcome.course.said,
                             [&](const auto& one) {
                               const auto& [node, activation] = one.first;
                               return seen(NodeMoment(node, {activation, one.second - 1}));
                             }) &&
         std::ranges::all_of(outcome.course.approached,
                             [&](const auto& one) { return seen(Activation(one)); }) &&
         std::ranges::all_of(outcome.asked, [&](const systems::Fault& fault) {
           return std::visit([this](const auto& one) { return seen(place_of(one)); }, fault);
         });
}

sat::Literal FaultLiterals::declare(systems::Fault fault) {
  const sat::Literal out = solver_.new_variable();
  all_.emplace_back(std::move(fault), out);
  return out;
}

void FaultLiterals::limit(const Literals& literals, std::optional<std::uint64_t> most) {
  if (!most || *most >= literals.size()) return;
  const hazard::Counter counter(solver_, literals, *most + 1);
  solver_.add({-counter.at_least(*most + 1)});
}

sat::Literal FaultLiterals::any_of(const Literals& literals) {
  const sat::Literal out = solver_.new_variable();
  Literals clause{-out};
  for (const sat::Literal one : literals) {
    solver_.add({-one, out});
    clause.push_back(one);
  }
  solver_.add(clause);
  return out;
}

void FaultLiterals::declare_losses() {
  Literals losses;
  for (auto& [id, literal] : lost_) {
    literal = declare(systems::Loss{id});
    if (!systems::Loss::can_hit(id)) solver_.add({-literal});
    losses.push_back(literal);
  }
  limit(losses, fspec_.omissions);
}

std::vector<Moment> FaultLiterals::moments(const std::string& node,
                                           std::uint64_t activation) const {
  std::vector<Moment> out;
  for (std::uint64_t k = 1; k <= activation; ++k) {
    out.push_back({k});
    const std::uint64_t most = moments_within(node, k);
    for (std::uint64_t said = 0; said < most; ++said) out.push_back({k, said});
  }
  return out;
}

void FaultLiterals::declare_crashes() {
  Literals crashed;
  for (const auto& [node, count] : activations_) {
    if (!fspec_.may_crash(node) || count == 0) continue;
    Literals& down = down_[node];
    for (const Moment& when : moments(node, count)) {
      const bool first = down.empty();
      const sat::Literal before = first ? 0 : down.back();
      down.push_back(solver_.new_variable());
      const sat::Literal here = declare(systems::Crash{node, when});
      crash_[{node, when}] = here;
      solver_.add({-here, down.back()});
      if (first) {
        solver_.add({here, -down.back()});
        continue;
      }
      solver_.add({-before, down.back()});
      solver_.add({-here, -before});
      solver_.add({here, before, -down.back()});
    }
    crashed.push_back(down.back());
  }
  limit(crashed, fspec_.crashes);
}

/// Declares the literals of restarts. A node may crash and restart several times before it crashes
/// for good.
void FaultLiterals::declare_restarts() {
  Literals all;
  for (const auto& [node, count] : activations_) {
    if (!fspec_.may_restart(node)) continue;
    std::size_t place = 0;
    for (const Moment& when : moments(node, count)) {
      Literals& back = back_[{node, when}];
      for (const std::int64_t value : fspec_.down) {
        const sat::Literal here = declare(systems::Restart{{node, when}, value});
        if (down_.contains(node)) solver_.add({-here, -down_.at(node).at(place)});
        for (const sat::Literal other : back) solver_.add({-here, -other});
        back.push_back(here);
        all.push_back(here);
      }
      ++place;
    }
  }
  limit(all, fspec_.restarts);
}

template <class Kind>
void FaultLiterals::declare_later(std::map<MessageId, Literals>& where) {
  const std::vector<std::int64_t>& values = Kind::lengths(fspec_);
  if (values.empty()) return;
  Literals all;
  for (const auto& [id, lost] : lost_) {
    Literals& here = where[id];
    for (const std::int64_t value : values) {
      const sat::Literal literal = declare(Kind{id, value});
      if (!systems::may_hit<Kind>(id)) solver_.add({-literal});
      solver_.add({-literal, -lost});
      for (const sat::Literal other : here) solver_.add({-literal, -other});
      if (const auto late = late_.find(id); &where != &late_ && late != late_.end()) {
        for (const sat::Literal other : late->second) solver_.add({-literal, -other});
      }
      here.push_back(literal);
      all.push_back(literal);
    }
  }
  limit(all, Kind::most(fspec_));
}

template <class Kind>
void FaultLiterals::declare_breaks() {
  if (!systems::admits_some<Kind>(fspec_)) return;
  Literals all;
  for (const auto& [id, lost] : lost_) {
    const sat::Literal literal = declare(Kind{id});
    if (!systems::may_hit<Kind>(id)) solver_.add({-literal});
    Literals& here = broken_[id];
    // A message has one fate.
    solver_.add({-literal, -lost});
    for (const Literals* others : {&std::as_const(here), &late(id), &doubled(id)}) {
      for (const sat::Literal other : *others) solver_.add({-literal, -other});
    }
    here.push_back(literal);
    all.push_back(literal);
  }
  limit(all, Kind::most(fspec_));
}

FaultLiterals::Window FaultLiterals::window_of(const MessageId& id, std::int64_t sent) const {
  return {id.from, id.to, fspec_.cut_at({}, sent).from};
}

void FaultLiterals::declare_cuts() {
  std::map<Window, std::vector<Cut>> over;
  for (const auto& [window, literal] : cut_) {
    const auto& [from, to, begin] = window;
    for (const systems::Border& border : fspec_.borders) {
      if (!border.separates({from, to, "", 0})) continue;
      over[window].push_back(fspec_.cut_at(border, begin));
      cuts_.emplace(over[window].back(), 0);
    }
  }
  Literals all;
  for (auto& [cut, literal] : cuts_) {
    literal = declare(cut);
    all.push_back(literal);
  }
  limit(all, fspec_.partitions);
  for (auto& [window, literal] : cut_) {
    Literals some;
    for (const Cut& one : over[window]) some.push_back(cuts_.at(one));
    literal = any_of(some);
  }
}

void FaultLiterals::declare_pauses() {
  Literals all;
  for (const auto& [node, count] : approached_) {
    if (!fspec_.may_pause(node)) continue;
    for (std::uint64_t k = 1; k <= count; ++k) {
      Literals& here = paused_[{node, k}];
      for (const std::int64_t value : fspec_.standing) {
        const sat::Literal literal = declare(systems::Pause{{node, k}, value});
        for (const sat::Literal other : here) solver_.add({-literal, -other});
        here.push_back(literal);
        all.push_back(literal);
      }
    }
  }
  limit(all, fspec_.pauses);
}

const FaultLiterals::Literals& FaultLiterals::paused(const Activation& before) const {
  const auto found = paused_.find(before);
  return found == paused_.end() ? none_ : found->second;
}

std::optional<sat::Literal> FaultLiterals::cut_off(const Course::Attempt& attempt) const {
  const auto found =
      fspec_.partitions == 0 ? cut_.end() : cut_.find(window_of(attempt.message, attempt.sent));
  return found == cut_.end() ? std::nullopt : std::optional(found->second);
}

sat::Literal FaultLiterals::gone(const Course::Attempt& attempt) {
  const sat::Literal lost = lost_.at(attempt.message);
  const auto cut = cut_off(attempt);
  if (!cut) return lost;
  const std::int64_t begin = std::get<2>(window_of(attempt.message, attempt.sent));
  const auto [found, fresh] = gone_.emplace(std::pair(attempt.message, begin), 0);
  if (fresh) found->second = any_of({lost, *cut});
  return found->second;
}

sat::Literal FaultLiterals::loss_by(const systems::FaultSet& struck,
                                    const Course::Attempt& attempt) {
  std::size_t place = 0;  // of the kind among the literals of broken()
  std::optional<sat::Literal> out;
  const auto look = [&]<class Kind>(Kind*) {
    if (!systems::admits_some<Kind>(fspec_)) return;
    if (struck.has<Kind>(attempt.message)) out = broken(attempt.message).at(place);
    ++place;
  };
  look(static_cast<systems::Reset*>(nullptr));
  look(static_cast<systems::Hang*>(nullptr));
  return out ? *out : gone(attempt);
}

FaultLiterals::Literals FaultLiterals::other_than_cut(const systems::FaultSet& struck,
                                                      const Course::Attempt& attempt) const {
  Literals out{-*cut_off(attempt)};
  const Literals& here = late(attempt.message);
  if (const auto* const delay = struck.find<systems::Delay>(attempt.message)) {
    const auto place = std::ranges::find(fspec_.delays, delay->late);
    out.push_back(-here.at(static_cast<std::size_t>(place - fspec_.delays.begin())));
    return out;
  }
  const Literals& breaks = broken(attempt.message);
  out.insert(out.end(), here.begin(), here.end());
  out.insert(out.end(), breaks.begin(), breaks.end());
  return out;
}

std::optional<sat::Literal> FaultLiterals::crash(const NodeMoment& when) const {
  const auto found = crash_.find(when);
  return found == crash_.end() ? std::nullopt : std::optional(found->second);
}

sat::Literal FaultLiterals::down(const std::string& node, std::uint64_t activation) const {
  return down_.at(node).at(moments(node, activation).size() - 1);
}

const FaultLiterals::Literals& FaultLiterals::back(const NodeMoment& when) const {
  const auto found = back_.find(when);
  return found == back_.end() ? none_ : found->second;
}

}  // namespace ldfi::recorded
