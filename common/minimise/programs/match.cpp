#include "common/minimise/programs/match.hpp"

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::minimise {
namespace {

/// Returns the oldest or the newest pending message that may replace `missing`. Returns nullopt if
/// there is none.
std::optional<Expected> other_of(const std::vector<Expected>& expected, const Expected& missing,
                                 const std::vector<Tick>& ticks, bool newest) {
  std::optional<Expected> out;
  SentSoFar sent;
  for (const Tick& tick : ticks) {
    sent.add(tick);
    for (const Message& m : tick.lost) {
      if (m.from != missing.from || m.to != missing.to) continue;
      if (relation_of(m.head) != relation_of(missing.head)) continue;
      const Expected other{m.from, m.to, m.head, sent.number(m), missing.late};
      const bool known = std::ranges::any_of(expected, [&other](const Expected& one) {
        return one.from == other.from && one.to == other.to && one.head == other.head &&
               one.nth == other.nth;
      });
      if (known) continue;
      if (!newest) return other;
      out = other;
    }
  }
  return out;
}

/// Follows the schedule and replaces messages that are not sent, one after the other. Returns the
/// first schedule that violates the invariant, or nullopt.
std::optional<Schedule> with_others(Trials& trials, const Schedule& part,
                                    std::vector<Expected> expected, Followed followed,
                                    bool newest) {
  std::set<std::size_t> asked;
  while (followed.executed) {
    const auto missing = std::ranges::find_if(
        followed.missing, [&](const auto& one) { return !asked.contains(one.first); });
    if (missing == followed.missing.end()) break;
    const std::size_t i = missing->first;
    asked.insert(i);
    const auto other = other_of(expected, expected[i], followed.ticks, newest);
    if (!other) continue;
    expected[i] = *other;
    followed = follow(trials, part.externals, part.crashes, expected, followed.schedule.deliveries);
    if (followed.violates()) return followed.schedule;
  }
  return std::nullopt;
}

}  // namespace

Recording::Recording(Schedule schedule, const Fspec& fspec, const std::vector<Tick>& ticks)
    : schedule_(std::move(schedule)), messages_(schedule_.deliveries.size()) {
  SentSoFar sent;
  for (const Tick& tick : ticks) {
    sent.add(tick);
    for (const auto* messages : {&tick.arrived, &tick.lost}) {
      for (const Message& m : *messages) sent_.emplace(tick.tick, m.from, m.to, m.head);
    }
    for (const Message& m : tick.arrived) {
      const auto at = std::ranges::find(
          schedule_.deliveries,
          Delivery{Time(tick.tick), m.from, m.to, m.late, late_apart(fspec, m.type)});
      // Schedules do not list messages of a node to itself that arrive in time, so these are
      // ignored.
      if (m.from == m.to && at == schedule_.deliveries.end()) continue;
      LDFI_ENSURE(at != schedule_.deliveries.end(), "the schedule has each message that arrives");
      messages_[static_cast<std::size_t>(at - schedule_.deliveries.begin())].push_back(
          {m.from, m.to, m.head, sent.number(m), m.late});
    }
  }
}

std::optional<Schedule> Recording::again(Trials& trials, MinimiseBy by, const Elements& externals,
                                         const Elements& some) const {
  Schedule part{externals, schedule_.crashes, {}};
  std::vector<Expected> expected;
  for (const std::uint32_t i : some) {
    part.deliveries.push_back(schedule_.deliveries.at(i));
    expected.insert(expected.end(), messages_[i].begin(), messages_[i].end());
  }
  if (by == MinimiseBy::exact) return exactly(trials, part);
  const Followed followed = follow(trials, part.externals, part.crashes, expected, part.deliveries);
  if (followed.violates()) return followed.schedule;
  if (by != MinimiseBy::type) return std::nullopt;
  for (const bool newest : {false, true}) {
    auto found = with_others(trials, part, expected, followed, newest);
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<Schedule> Recording::exactly(Trials& trials, const Schedule& part) const {
  const auto faults = faults_of(part, trials.fspec());
  const auto executed = faults ? trials.run(part.externals, *faults) : std::nullopt;
  if (!executed || executed->judgement.holds()) return std::nullopt;
  const std::vector<Tick> ticks = trials.ticks(part.externals, *executed);
  for (const Tick& tick : ticks) {
    for (const auto* messages : {&tick.arrived, &tick.lost}) {
      for (const Message& m : *messages) {
        if (!sent_.contains({tick.tick, m.from, m.to, m.head})) return std::nullopt;
      }
    }
  }
  if (!trials.in_order(ticks)) return std::nullopt;
  return Schedule{part.externals, part.crashes, deliveries_of(trials.fspec(), ticks)};
}

}  // namespace ldfi::minimise
