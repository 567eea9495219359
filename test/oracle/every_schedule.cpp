#include "test/oracle/every_schedule.hpp"

#include <algorithm>
#include <map>

namespace ldfi::test {
namespace {

using execute::Fewest;
using execute::Trials;
using minimise::Delivery;
using minimise::Schedule;

/// They take some 200 bytes each.
constexpr std::size_t most_waiting = 500'000;

/// All that a node sends another at a tick, and how many messages that is.
struct Sent {
  Delivery messages;
  std::uint64_t count = 0;
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
          be_unsure(size);
          return {std::nullopt, *unsure_};
        }
        --left_;
        // Schedules of one size stand in the order in which they were found, which no clock changes.
        if (look(schedule, size)) return {schedule, std::min(unsure_.value_or(size), size)};
      }
    }
    return {std::nullopt, unsure_.value_or(below_)};
  }

 private:
  /// Executes the schedule, and finds the next ones. True if it violates.
  bool look(const Schedule& schedule, std::uint64_t size) {
    const auto faults = faults_of(schedule, trials_.fspec());
    if (!faults) return false;
    const auto executed = trials_.run(schedule.externals, *faults);
    if (!executed) {  // arithmetic: what would be sent is not known
      be_unsure(size + 1);
      return false;
    }
    const bool violates = !executed->judgement.holds();
    if (violates && !trials_.fspec().delays().fifo) return true;
    if (!violates && size + 1 >= below_) return false;
    const auto ticks = trials_.ticks(schedule.externals, *executed, trials_.fspec().delays().fifo);
    // What is pending stays so, whatever else arrives.
    if (violates || !trials_.in_order(ticks)) return violates && trials_.in_order(ticks);
    for (const Sent& sent : sent_after(schedule, ticks)) add(schedule, sent, size);
    return false;
  }

  /// What is sent behind the last delivery, in the order of deliveries.
  static std::vector<Sent> sent_after(const Schedule& schedule, const std::vector<Tick>& ticks) {
    std::map<Delivery, std::uint64_t> counts;
    for (const Tick& tick : ticks) {
      for (const Message& m : tick.lost) ++counts[{Time(tick.tick), m.from, m.to, 0}];
    }
    std::vector<Sent> out;
    const Delivery* last = schedule.deliveries.empty() ? nullptr : &schedule.deliveries.back();
    for (const auto& [messages, count] : counts) {
      if (last == nullptr || *last < messages) out.push_back({messages, count});
    }
    return out;
  }

  /// The messages arrive once, or twice, at any tick.
  void add(const Schedule& schedule, const Sent& sent, std::uint64_t size) {
    const int latest = trials_.fspec().delays().latest();
    for (int first = 0; first <= latest; ++first) {
      Delivery one = sent.messages;
      one.late = first;
      push(schedule, {one}, size + sent.count);
      for (int second = first + 1; second <= latest; ++second) {
        Delivery other = sent.messages;
        other.late = second;
        push(schedule, {one, other}, size + 2 * sent.count);
      }
    }
  }

  void push(Schedule schedule, const std::vector<Delivery>& more, std::uint64_t size) {
    if (size >= below_) return;
    schedule.deliveries.insert(schedule.deliveries.end(), more.begin(), more.end());
    if (!admits(trials_.fspec(), schedule)) return;
    if (waiting_ == most_waiting) return be_unsure(size);
    levels_[size].push_back(std::move(schedule));
    ++waiting_;
  }
  /// Of schedules with so many messages, and more, not all are looked at.
  void be_unsure(std::uint64_t size) { unsure_ = std::min(unsure_.value_or(size), size); }

  Trials& trials_;
  const std::uint64_t below_;
  std::uint64_t left_;
  std::size_t waiting_ = 0;                                ///< schedules in all levels
  std::map<std::uint64_t, std::vector<Schedule>> levels_;  ///< by the messages that arrive
  std::optional<std::uint64_t> unsure_;  ///< the least size at which something is not known
};

}  // namespace

Fewest execute_schedules(Trials& trials, const minimise::Elements& externals,
                         const std::vector<Fault>& crashes, std::uint64_t below,
                         std::uint64_t executions) {
  return Exhaustion(trials, externals, crashes, below, executions).run();
}

}  // namespace ldfi::test
