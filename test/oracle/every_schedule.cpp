#include "test/oracle/every_schedule.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace ldfi::test {
namespace {

using minimise::Delivery;
using minimise::Fewest;
using minimise::Schedule;
using minimise::Trials;

/// Largest number of schedules that wait to be executed. Each takes about 200 bytes.
constexpr std::size_t most_waiting = 500'000;

/// The messages from one node to another, or to itself, at one tick. If messages of different
/// relations may be late independently, only messages of one relation. Messages of a node to itself
/// need no delivery: they arrive in time unless a fault delays them.
struct Sent {
  Delivery channel;
  std::map<NamedId, std::uint64_t> counts;
};

class Exhaustion {
 public:
  Exhaustion(Trials& trials, const minimise::Elements& externals, const std::vector<Fault>& crashes,
             std::uint64_t below, std::uint64_t executions)
      : trials_(trials), below_(below), left_(executions) {
    levels_[0].push_back({externals, crashes, {}});
    ++waiting_;
  }

  Fewest run() {
    while (!levels_.empty()) {
      const auto node = levels_.extract(levels_.begin());
      const std::uint64_t size = node.key();
      const std::vector<Schedule>& schedules = node.mapped();
      if (size >= below_) break;
      waiting_ -= schedules.size();
      for (const Schedule& schedule : schedules) {
        if (left_ == 0) {
          record_unfinished(size);
          return {std::nullopt, *unsure_};
        }
        --left_;
        // Executes schedules with the same number of messages in the order in which they were
        // found, so that the result does not depend on speed.
        if (look(schedule, size)) return {schedule, std::min(unsure_.value_or(size), size)};
      }
    }
    return {std::nullopt, unsure_.value_or(below_)};
  }

 private:
  /// Executes the schedule, and finds the schedules that have one more message. Returns true if the
  /// schedule violates.
  bool look(const Schedule& schedule, std::uint64_t size) {
    const auto faults = faults_of(schedule, trials_.fspec());
    if (!faults) return false;
    const auto executed = trials_.run(schedule.externals, *faults);
    if (!executed) {  // after an arithmetic error, it is not known which messages would be sent
      record_unfinished(size + 1);
      return false;
    }
    const bool violates = !executed->judgement.holds();
    if (violates && !trials_.fspec().delays().fifo) return true;
    if (!violates && size + 1 >= below_) return false;
    const bool arrivals = trials_.fspec().delays().fifo || trials_.fspec().delays().self;
    const auto ticks = trials_.ticks(schedule.externals, *executed, arrivals);
    // A message that is pending stays pending in all schedules that are made from this one.
    if (violates || !trials_.in_order(ticks)) return violates && trials_.in_order(ticks);
    for (const Sent& sent : sent_after(schedule, ticks)) add(schedule, sent, size);
    return false;
  }

  /// Returns the messages that are sent after the last delivery, in the order of deliveries.
  [[nodiscard]] std::vector<Sent> sent_after(const Schedule& schedule,
                                             const std::vector<Tick>& ticks) const {
    std::map<std::tuple<Time, NodeId, NodeId>, std::map<NamedId, std::uint64_t>> counts;
    for (const Tick& tick : ticks) {
      const auto add_to = [&](const Message& m) -> std::uint64_t& {
        return counts[{Time(tick.tick), m.from, m.to}]
                     [minimise::late_apart(trials_.fspec(), m.type)];
      };
      for (const Message& m : tick.lost) ++add_to(m);
      for (const Message& m : tick.arrived) {
        if (m.from == m.to) add_to(m) = 0;
      }
    }
    std::vector<Sent> out;
    const auto place = [](const Delivery& one) { return std::tuple(one.sent, one.from, one.to); };
    const Delivery* last = schedule.deliveries.empty() ? nullptr : &schedule.deliveries.back();
    for (const auto& [key, of] : counts) {
      const auto& [sent, from, to] = key;
      if (last == nullptr || place(*last) < key) out.push_back({{sent, from, to}, of});
    }
    return out;
  }

  /// Adds the schedules in which the messages also arrive: once or twice, at any tick.
  void add(const Schedule& schedule, const Sent& sent, std::uint64_t size) {
    std::vector<std::pair<std::vector<Delivery>, std::uint64_t>> all{{{}, size}};
    const int latest = trials_.fspec().delays().latest();
    for (const auto& [relation, count] : sent.counts) {
      decltype(all) longer;
      for (const auto& [before, messages] : all) {
        for (int first = 0; first <= latest; ++first) {
          auto once = before;
          Delivery one = sent.channel;
          one.relation = relation;
          one.late = first;
          once.push_back(one);
          for (int second = first + 1; second <= latest; ++second) {
            auto twice = once;
            one.late = second;
            twice.push_back(one);
            longer.emplace_back(std::move(twice), messages + 2 * count);
          }
          longer.emplace_back(std::move(once), messages + count);
        }
      }
      all = std::move(longer);
    }
    for (auto& [deliveries, messages] : all) push(schedule, deliveries, messages);
  }

  void push(Schedule schedule, const std::vector<Delivery>& more, std::uint64_t size) {
    if (size >= below_) return;
    schedule.deliveries.insert(schedule.deliveries.end(), more.begin(), more.end());
    if (!admits(trials_.fspec(), schedule)) return;
    if (waiting_ == most_waiting) return record_unfinished(size);
    levels_[size].push_back(std::move(schedule));
    ++waiting_;
  }
  /// Records that some schedules with `size` or more messages were not executed.
  void record_unfinished(std::uint64_t size) { unsure_ = std::min(unsure_.value_or(size), size); }

  Trials& trials_;
  const std::uint64_t below_;
  std::uint64_t left_;
  std::size_t waiting_ = 0;  ///< number of schedules that wait, for all numbers of messages
  /// Schedules to execute, by the number of messages that arrive.
  std::map<std::uint64_t, std::vector<Schedule>> levels_;
  /// The least number of messages for which some schedule was not executed.
  std::optional<std::uint64_t> unsure_;
};

}  // namespace

Fewest execute_schedules(Trials& trials, const minimise::Elements& externals,
                         const std::vector<Fault>& crashes, std::uint64_t below,
                         std::uint64_t executions) {
  return Exhaustion(trials, externals, crashes, below, executions).run();
}

}  // namespace ldfi::test
