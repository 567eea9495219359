#include "common/dedalus/explore/explorer.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/eval/last_tick.hpp"
#include "common/dedalus/explore/ends.hpp"
#include "common/dedalus/explore/states.hpp"
#include "common/dedalus/ground/relevance.hpp"

namespace ldfi::explore {

using dedalus::Program;
using eval::Ends;
using eval::Stepper;
namespace {

constexpr std::uint32_t no_channel = ~0U;

struct OutOfBudget {};

}  // namespace

class Explorer::Impl {
 public:
  Impl(const Program& program, const Fspec& fspec, const eval::Model& failure_free,
       const Limits& limits);
  Standing go_on();

  [[nodiscard]] Standing standing() const { return standing_; }
  [[nodiscard]] std::size_t level() const { return level_; }
  [[nodiscard]] const std::optional<FaultSet>& least() const { return least_; }
  [[nodiscard]] std::uint64_t states() const { return evaluated_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_ + facts_.bytes(); }

 private:
  /// A row of the next tick's state, and the number of the channel that must deliver the row.
  struct Entry {
    Fact fact = 0;
    std::uint32_t channel = no_channel;
    auto operator<=>(const Entry&) const = default;
  };
  /// An evaluated state, and all rows that may be in the states of the next tick.
  struct Base {
    std::uint32_t state = 0;
    std::uint32_t channel_count = 0;
    std::uint32_t entry_count = 0;
    std::size_t channels_begin = 0;
    std::size_t entries_begin = 0;
  };
  struct Tick {
    States states;
    std::size_t evaluated = 0;  ///< number of evaluated states, which come first in `states`
    std::vector<Base> bases;
    std::vector<Ends> channels;
    std::vector<Entry> entries;
    std::size_t bytes = 0;  ///< approximate memory of the states in bytes
  };
  using CrashList = std::vector<Crash>;

  void explore(std::size_t level);
  void begin_with_crashes(std::size_t left, Label label, const CrashList& crashes);
  void evaluate(int t);
  void load(const Tick& tick, const State& state, int t, std::span<const Crash> more);
  void lead_on(int t, const Base& base, std::size_t faults);
  void choose_omissions(int t, const Base& base, std::size_t left, std::uint32_t first,
                        const Label& label);
  void choose_crashes(int t, const Base& base, std::size_t left, std::uint32_t first,
                      const Label& label, const CrashList& crashes);
  void succeed(int t, const Base& base, const Label& label, const CrashList& crashes);
  void judge_all(std::size_t level);
  void judge_crashes_at_eot(const State& state, std::size_t left, std::uint32_t first,
                            const Label& label, const CrashList& more);
  void judge(const State& state, const Label& label, std::span<const Crash> more);
  void pause();
  void count_bytes(Tick& tick);

  [[nodiscard]] std::uint32_t number(const CrashList& crashes);
  [[nodiscard]] static bool has(const CrashList& crashes, std::uint32_t node) {
    return std::any_of(crashes.begin(), crashes.end(),
                       [&](const Crash& c) { return c.node.raw() == node; });
  }
  /// Returns a crash in the form that states contain, with the time 1 if no rule reads such times.
  [[nodiscard]] Crash as_seen(NodeId node, int t) const { return {node, Time(timed_ ? t : 1)}; }
  [[nodiscard]] bool silent(const CrashList& crashes, std::uint32_t node, int t) const {
    return std::any_of(crashes.begin(), crashes.end(), [&](const Crash& c) {
      return c.node.raw() == node && (!early_ || c.at.tick() <= t);
    });
  }
  [[nodiscard]] std::size_t crash_limit() const {
    return static_cast<std::size_t>(fspec_.crashes());
  }

  const Program& program_;
  const Fspec& fspec_;
  const Goals failure_free_;
  const Limits limits_;
  const ground::Relevance relevance_;
  Stepper step_;
  FactTable facts_;
  /// True if rules read facts of `crash` at EOT. early_ is true if they read them before EOT; then
  /// crashes are chosen before tick 1, and states contain future crashes, too.
  bool seen_at_end_ = false;
  bool early_ = false;
  bool timed_ = false;  ///< true if states contain the times of crashes, because a rule reads them
  std::vector<Tick> ticks_;
  std::deque<CrashList> crash_lists_;  ///< a deque, because references to its lists must stay valid
  std::map<CrashList, std::uint32_t> number_of_crash_list_;
  Standing standing_ = Standing::going;
  std::size_t level_ = 0;
  std::optional<FaultSet> least_;
  std::optional<Label> best_;
  std::uint64_t evaluated_ = 0;
  std::size_t bytes_ = 0;
  std::size_t pauses_ = 0;
  Tick* growing_ = nullptr;  ///< tick to which states are being added

  // The members below are working memory, kept between calls to avoid allocations.
  std::vector<std::uint8_t> lost_;  ///< for each channel of a state, 1 if its message is lost
  std::vector<Stepper::Row> rows_;
  std::vector<Fault> seen_;  ///< faults that rules see as facts of `crash`
  std::vector<Entry> found_;
  std::vector<Fact> next_;
};

Explorer::Impl::Impl(const Program& program, const Fspec& fspec, const eval::Model& failure_free,
                     const Limits& limits)
    : program_(program),
      fspec_(fspec),
      failure_free_(program, Time(fspec.eot()), failure_free),
      limits_(limits),
      relevance_(program, fspec, ground::goal_relations(program, fspec.eot())),
      step_(program, fspec, {.check = limits.check},
            [this](RelationId r, Time at) { return relevance_.matters(r, at); }),
      facts_(step_.arities()),
      ticks_(static_cast<std::size_t>(fspec.eot()) + 1) {
  LDFI_REQUIRE(limits.max_faults <= Label::max_faults, "a label has room for all faults");
  if (program.timeless) {
    const int eot = fspec.eot();
    seen_at_end_ = relevance_.matters(*program.timeless, Time(eot));
    for (int t = 1; t < eot; ++t) early_ = early_ || relevance_.matters(*program.timeless, Time(t));
    timed_ = early_ || (seen_at_end_ && reads_crash_time(program));
  }
  bytes_ = ticks_.size() * sizeof(Tick);
  ticks_[1].states.add({}, number({}), {});
}

Standing Explorer::Impl::go_on() {
  if (standing_ != Standing::going) return standing_;
  if (level_ == limits_.max_faults) return standing_ = Standing::exhausted;
  try {
    if (evaluated_ == 0) explore(0);
    explore(level_ + 1);
    ++level_;
    if (best_) {
      least_ = best_->faults();
      standing_ = Standing::found;
    }
  } catch (const OutOfBudget&) {
    standing_ = Standing::exhausted;
  } catch (const InputError&) {
    standing_ = Standing::unable;
  } catch (const BudgetExceeded& e) {
    if (e.budget() == "time" || e.budget() == "memory") throw;
    standing_ = Standing::unable;
  }
  return standing_;
}

void Explorer::Impl::count_bytes(Tick& tick) {
  const std::size_t now = tick.states.bytes() + tick.bases.capacity() * sizeof(Base) +
                          tick.channels.capacity() * sizeof(Ends) +
                          tick.entries.capacity() * sizeof(Entry);
  bytes_ += now - tick.bytes;
  tick.bytes = now;
  if (bytes() > limits_.bytes) throw OutOfBudget{};
}

/// Checks time and memory once in 256 calls, because one state may lead to millions of states.
void Explorer::Impl::pause() {
  if ((++pauses_ & 255U) != 0) return;
  if (limits_.check) limits_.check();
  count_bytes(*growing_);
}

std::uint32_t Explorer::Impl::number(const CrashList& crashes) {
  const auto [it, added] =
      number_of_crash_list_.try_emplace(crashes, static_cast<std::uint32_t>(crash_lists_.size()));
  if (added) crash_lists_.push_back(crashes);
  return it->second;
}

void Explorer::Impl::explore(std::size_t level) {
  growing_ = &ticks_[1];
  if (early_ && level > 0) begin_with_crashes(level, {}, {});
  const int eot = fspec_.eot();
  for (int t = 1; t < eot; ++t) {
    growing_ = &ticks_[static_cast<std::size_t>(t)];
    evaluate(t);
    ++growing_;
    Tick& tick = ticks_[static_cast<std::size_t>(t)];
    for (std::size_t b = 0; b < tick.bases.size(); ++b) {
      const Base base = tick.bases[b];
      lead_on(t, base, level - tick.states[base.state].label.size());
    }
    count_bytes(tick);
  }
  if (level > 0) judge_all(level);
}

/// Adds a state of tick 1 for each choice of `left` crashes in addition to `crashes`.
void Explorer::Impl::begin_with_crashes(std::size_t left, Label label, const CrashList& crashes) {
  if (left == 0) return ticks_[1].states.add({}, number(crashes), label);
  if (crashes.size() == crash_limit()) return;
  const std::uint32_t first = crashes.empty() ? 0 : crashes.back().node.raw() + 1;
  for (std::uint32_t n = first; n < fspec_.node_count(); ++n) {
    for (int t = 1; t <= fspec_.eot(); ++t) {
      pause();
      const Crash crash{NodeId(n), Time(t)};
      Label more = label;
      more.add(crash);
      CrashList list = crashes;
      list.push_back(crash);
      begin_with_crashes(left - 1, more, list);
    }
  }
}

void Explorer::Impl::load(const Tick& tick, const State& state, int t,
                          std::span<const Crash> more) {
  ++evaluated_;
  rows_.clear();
  for (const Fact f : tick.states.facts(state)) rows_.push_back(facts_.row(f));
  seen_.clear();
  if (early_ || t == fspec_.eot()) {  // otherwise no rule reads crashes at this tick
    for (const Crash& c : crash_lists_[state.crashes]) seen_.emplace_back(c);
    seen_.insert(seen_.end(), more.begin(), more.end());
  }
  step_.run(t, rows_, seen_);
}

void Explorer::Impl::evaluate(int t) {
  Tick& tick = ticks_[static_cast<std::size_t>(t)];
  for (; tick.evaluated < tick.states.size(); ++tick.evaluated) {
    const State& state = tick.states[tick.evaluated];
    const CrashList& crashes = crash_lists_[state.crashes];
    Base base{static_cast<std::uint32_t>(tick.evaluated), 0, 0, tick.channels.size(),
              tick.entries.size()};
    load(tick, state, t, {});
    found_.clear();
    const auto channel_of = [&](const Ends& ends) {
      const auto begin = tick.channels.begin() + static_cast<std::ptrdiff_t>(base.channels_begin);
      const auto it = std::find(begin, tick.channels.end(), ends);
      const auto place = static_cast<std::uint32_t>(it - begin);
      if (it == tick.channels.end()) tick.channels.push_back(ends);
      return place;
    };
    step_.transitions([&](const Stepper::Row& row, const Ends& ends) {
      if (ends.from == Ends::none) {
        found_.push_back({facts_.number(row), no_channel});
      } else if (!silent(crashes, ends.from, t)) {
        found_.push_back({facts_.number(row), channel_of(ends)});
      }
    });
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    base.channel_count = static_cast<std::uint32_t>(tick.channels.size() - base.channels_begin);
    base.entry_count = static_cast<std::uint32_t>(found_.size());
    tick.entries.insert(tick.entries.end(), found_.begin(), found_.end());
    tick.bases.push_back(base);
    pause();
  }
}

void Explorer::Impl::lead_on(int t, const Base& base, std::size_t faults) {
  lost_.assign(base.channel_count, 0);
  const Tick& tick = ticks_[static_cast<std::size_t>(t)];
  choose_omissions(t, base, faults, 0, tick.states[base.state].label);
}

void Explorer::Impl::choose_omissions(int t, const Base& base, std::size_t left,
                                      std::uint32_t first, const Label& label) {
  const Tick& tick = ticks_[static_cast<std::size_t>(t)];
  choose_crashes(t, base, left, 0, label, crash_lists_[tick.states[base.state].crashes]);
  if (left == 0 || t > fspec_.last_omission()) return;
  for (std::uint32_t c = first; c < base.channel_count; ++c) {
    const Ends ends = tick.channels[base.channels_begin + c];
    if (ends.from == ends.to) continue;
    Label more = label;
    more.add(Omission{NodeId(ends.from), NodeId(ends.to), Time(t)});
    lost_[c] = 1;
    choose_omissions(t, base, left - 1, c + 1, more);
    lost_[c] = 0;
  }
}

void Explorer::Impl::choose_crashes(int t, const Base& base, std::size_t left, std::uint32_t first,
                                    const Label& label, const CrashList& crashes) {
  if (left == 0) return succeed(t, base, label, crashes);
  if (early_ || crashes.size() == crash_limit()) return;
  const Tick& tick = ticks_[static_cast<std::size_t>(t)];
  for (std::uint32_t n = first; n < fspec_.node_count(); ++n) {
    if (has(crashes, n)) continue;
    bool redundant = false;  // true if an omission already loses a message that the crash loses
    std::vector<std::uint32_t> silenced;
    for (std::uint32_t c = 0; c < base.channel_count; ++c) {
      if (tick.channels[base.channels_begin + c].from != n) continue;
      redundant = redundant || lost_[c] != 0;
      silenced.push_back(c);
    }
    if (redundant) continue;
    Label more = label;
    more.add(Crash{NodeId(n), Time(t)});
    CrashList list = crashes;
    list.push_back(as_seen(NodeId(n), t));
    std::sort(list.begin(), list.end());
    for (const std::uint32_t c : silenced) lost_[c] = 1;
    choose_crashes(t, base, left - 1, n + 1, more, list);
    for (const std::uint32_t c : silenced) lost_[c] = 0;
  }
}

void Explorer::Impl::succeed(int t, const Base& base, const Label& label,
                             const CrashList& crashes) {
  const Tick& tick = ticks_[static_cast<std::size_t>(t)];
  next_.clear();
  const Entry* const begin = tick.entries.data() + base.entries_begin;
  for (const Entry* e = begin; e != begin + base.entry_count; ++e) {
    if (!next_.empty() && next_.back() == e->fact) continue;
    if (e->channel == no_channel || lost_[e->channel] == 0) next_.push_back(e->fact);
  }
  ticks_[static_cast<std::size_t>(t) + 1].states.add(next_, number(crashes), label);
  pause();
}

void Explorer::Impl::judge_all(std::size_t level) {
  Tick& last = ticks_.back();
  for (std::size_t s = 0; s < last.states.size(); ++s) {
    const State& state = last.states[s];
    const std::size_t left = level - state.label.size();
    if (left == 0) {
      judge(state, state.label, {});
    } else if (seen_at_end_ && !early_) {
      judge_crashes_at_eot(state, left, 0, state.label, {});
    }
  }
}

/// Judges the state with each choice of `left` crashes at EOT, which only rules can notice.
void Explorer::Impl::judge_crashes_at_eot(const State& state, std::size_t left, std::uint32_t first,
                                          const Label& label, const CrashList& more) {
  if (left == 0) return judge(state, label, more);
  const CrashList& before = crash_lists_[state.crashes];
  if (before.size() + more.size() >= crash_limit()) return;
  for (std::uint32_t n = first; n < fspec_.node_count(); ++n) {
    if (has(before, n)) continue;
    const Crash crash{NodeId(n), Time(fspec_.eot())};
    Label longer = label;
    longer.add(crash);
    CrashList list = more;
    list.push_back(crash);
    judge_crashes_at_eot(state, left - 1, n + 1, longer, list);
  }
}

void Explorer::Impl::judge(const State& state, const Label& label, std::span<const Crash> more) {
  if (best_ && best_->size() == label.size() && *best_ < label) return;
  load(ticks_.back(), state, fspec_.eot(), more);
  pause();
  if (!eval::judge(program_, fspec_, eval::LastTick(step_), failure_free_).holds()) best_ = label;
}

Explorer::Explorer(const Program& program, const Fspec& fspec, const eval::Model& failure_free,
                   const Limits& limits)
    : impl_(std::make_unique<Impl>(program, fspec, failure_free, limits)) {}
Explorer::~Explorer() = default;
Standing Explorer::go_on() {
  return impl_->go_on();
}
Standing Explorer::standing() const {
  return impl_->standing();
}
std::size_t Explorer::level() const {
  return impl_->level();
}
const std::optional<FaultSet>& Explorer::least() const {
  return impl_->least();
}
std::uint64_t Explorer::states() const {
  return impl_->states();
}
std::size_t Explorer::bytes() const {
  return impl_->bytes();
}

}  // namespace ldfi::explore
