#include "common/prove/certificate/step_faults.hpp"

namespace ldfi::certificate {
namespace {

/// Each fault that is counted is a part of the state.
constexpr int most_counted = 100;

}  // namespace

StepFaults::StepFaults(const Program& program, Common& common, const Limits& limits,
                       const Always& claim, bool foresees)
    : common_(common), limits_(limits), claim_(claim), foresees_(foresees) {
  for (const Value node : common.nodes)
    of_[program.strings[static_cast<std::size_t>(node.number)]] = node;
}

void StepFaults::begin() {
  limits_.stop ? outages() : crashes();
  disks();
  partitions();
  add_calm();
}

/// Who has crashed stays so, and there are no more of them than may be.
void StepFaults::crashes() {
  std::vector<int> all;
  for (const std::string& name : limits_.nodes) {
    if (!limits_.may_die(name)) continue;
    const int before = common_.holds("crashed[" + name + "]", false);
    const int by_now = circuit().any({before, circuit().input("crash[" + name + "]")});
    common_.states["crashed[" + name + "]"].next = by_now;
    common_.down[of_[name]] = common_.silent[of_[name]] = by_now;
    all.push_back(by_now);
    if (limits_.faults) crashes_.push_back(circuit().all({by_now, -before}));
    foresee(name, by_now);
  }
  right_ = circuit().all(as_foreseen_);
  const auto most = static_cast<std::size_t>(limits_.crashes);
  if (most < all.size()) common_.axioms.push_back({-circuit().at_least(all, most + 1)[most + 1]});
}

/// Rules may read who will crash: it is chosen at tick 1, and is right if now is the end.
void StepFaults::foresee(const std::string& name, int by_now) {
  int& by_eot = common_.crashes[of_[name]] = Circuit::no;
  if (!foresees_) return;
  const std::string later = "crashes[" + name + "]";
  const int first = common_.ticks[1], chosen = circuit().input("chosen[" + name + "]");
  by_eot = circuit().any(
      {circuit().all({first, chosen}), circuit().all({-first, common_.holds(later, false)})});
  common_.states[later].next = by_eot;
  as_foreseen_.push_back(circuit().any({by_now, -by_eot}));
  as_foreseen_.push_back(circuit().any({-by_now, by_eot}));
}

void StepFaults::outages() {
  std::vector<int> dead;
  for (const std::string& name : limits_.nodes) {
    const int by_now = outage(name);
    if (by_now == Circuit::no) continue;
    dead.push_back(by_now);
    foresee(name, by_now);
  }
  right_ = circuit().all(as_foreseen_);
  const auto most = static_cast<std::size_t>(limits_.crashes);
  if (most < dead.size()) common_.axioms.push_back({-circuit().at_least(dead, most + 1)[most + 1]});
  at_most("restart", limits_.restarts, restarts_);
  at_most("pause", limits_.pauses, pauses_);
}

/// It may happen where that holds.
int StepFaults::event(bool may, const std::string& name, int where) {
  return may ? circuit().all({circuit().input(name), where}) : Circuit::no;
}

/// Of one node, which may go down at this tick or, quiet at it, at the next one. Between two of its faults it runs for a
/// tick. Returns whether it is down for good at the next tick.
int StepFaults::outage(const std::string& name) {
  const bool dies = limits_.may_die(name);
  const bool returns = limits_.may_restart(name);
  const auto state = [&](bool may, const std::string& what) {
    return may ? common_.holds(what + "[" + name + "]", false) : Circuit::no;
  };
  const auto next = [&](bool may, const std::string& what, int literal) {
    if (may) common_.states[what + "[" + name + "]"].next = literal;
  };
  const bool stands = limits_.may_pause(name);
  if (!dies && !returns && !stands) return Circuit::no;
  const int crashed = state(dies, "crashed"), was_down = state(returns, "down"),
            was_mute = state(returns, "mute"), was_paused = state(stands, "paused");
  const int ran = -circuit().any({crashed, was_down, was_mute, was_paused});

  const int crash = event(dies, "crash[" + name + "]", ran);
  const int leave = event(returns, "leave[" + name + "]", ran);
  const int back = event(returns, "back[" + name + "]", was_down);
  const int away = circuit().any({was_mute, leave, circuit().all({was_down, -back})});
  const int down = circuit().any({crashed, crash, away});
  const int paused = event(stands, "pause[" + name + "]",
                           circuit().all({circuit().any({was_paused, ran}), -down}));
  const int runs = circuit().all({-down, -paused});
  const int crash_then = event(dies, "crash+[" + name + "]", runs);
  const int leave_then = event(returns, "leave+[" + name + "]", runs);
  const int by_now = circuit().any({crashed, crash, crash_then});
  common_.axioms.push_back({-crash, -leave});
  common_.axioms.push_back({-crash_then, -leave_then});
  next(dies, "crashed", by_now);
  next(returns, "down", away);
  next(returns, "mute", leave_then);
  next(stands, "paused", paused);

  const Value of = of_[name];
  common_.down[of] = down;
  common_.paused[of] = paused;
  common_.restarts[of] = back;
  common_.silent[of] = circuit().any({down, paused, crash_then, leave_then});
  if (dies) crashes_.push_back(circuit().any({crash, crash_then}));
  if (returns) restarts_.push_back(circuit().any({leave, leave_then}));
  if (stands) pauses_.push_back(circuit().all({paused, -was_paused}));
  passing_.insert(passing_.end(), {away, leave_then, paused});
  return by_now;
}

/// Writes fail while their node runs and the disk lives. A dead disk stays so.
void StepFaults::disks() {
  const auto literal = [](const std::map<Value, int>& of, Value node) {
    const auto it = of.find(node);
    return it == of.end() ? Circuit::no : it->second;
  };
  const bool die = limits_.dead_disks > 0, fail = limits_.failed_writes > 0;
  for (const auto& [node, relation] : limits_.disks) {
    const auto at = of_.find(node);
    if (at == of_.end()) throw Rejected("a disk of no node: " + node);
    const std::string of = "[" + node + "," + relation + "]";
    FailingDisk& disk = common_.disks[{at->second, relation}];
    const int was_dead = die ? common_.holds("dead" + of, false) : Circuit::no;
    const int dies = event(die, "dies" + of, -was_dead);
    disk.dead = circuit().any({was_dead, dies});
    const int runs =
        -circuit().any({literal(common_.down, at->second), literal(common_.paused, at->second)});
    const int was_failing = fail ? common_.holds("failing" + of, false) : Circuit::no;
    disk.fails = event(fail, "fails" + of, circuit().all({runs, -disk.dead}));
    if (die) common_.states["dead" + of].next = disk.dead;
    if (fail) common_.states["failing" + of].next = disk.fails;
    if (!limits_.silent_disks) disk.failed = circuit().any({was_dead, was_failing});
    dead_.push_back(dies);
    writes_.push_back(circuit().all({disk.fails, -was_failing}));
    passing_.push_back(disk.fails);
  }
  if (die) at_most("dead-disk", limits_.dead_disks, dead_);
  if (fail) at_most("failed-write", limits_.failed_writes, writes_);
}

/// One at a time, and between two of them there is a tick without any.
void StepFaults::partitions() {
  if (limits_.partitions == 0) return;
  std::vector<int> before, now;
  for (std::size_t i = 1; i <= limits_.cuts.size(); ++i) {
    const std::string name = "cut[" + std::to_string(i) + "]";
    before.push_back(common_.holds(name, false));
    now.push_back(circuit().input("cut-now[" + std::to_string(i) + "]"));
    common_.states[name].next = now.back();
    common_.cuts.emplace_back(cut_of(limits_.cuts[i - 1], limits_.nodes), now.back());
    partitions_.push_back(circuit().all({now.back(), -before.back()}));
    passing_.push_back(now.back());
  }
  const int some = circuit().any(before);
  for (std::size_t i = 0; i < now.size(); ++i)
    common_.axioms.push_back({-now[i], -some, before[i]});
  if (!now.empty()) common_.axioms.push_back({-circuit().at_least(now, 2)[2]});
  at_most("partition", limits_.partitions, partitions_);
}

/// `calm[i]`: it was so at the i ticks before this one.
void StepFaults::add_calm() {
  if (!claim_.calm) return;
  Clause calm;
  if (limits_.losses != 0) calm.push_back(circuit().input("calm"));
  for (const int passes : passing_) calm.push_back(-passes);
  common_.calm = circuit().all(calm);
  for (int i = 1; i < *claim_.calm; ++i) {
    const std::string name = "calm[" + std::to_string(i) + "]";
    const int before = common_.holds(name, false);
    common_.states[name].next = circuit().all({common_.calm, calm_});
    calm_ = before;
  }
  // A loss at EOT changes nothing of it.
  calm_ = circuit().all({calm_, common_.calm});
}

void StepFaults::finish() {
  std::vector<int> losses, late, late_ticks, twice;
  for (const auto& [who, sent] : common_.sent) {
    losses.push_back(sent.lost);
    late.insert(late.end(), sent.late.begin(), sent.late.end());
    twice.insert(twice.end(), sent.twice.begin(), sent.twice.end());
    for (std::size_t k = 0; k < sent.late.size(); ++k)
      late_ticks.insert(late_ticks.end(), k + 1, sent.late[k]);
  }
  if (limits_.losses && *limits_.losses > 0) at_most("omission", *limits_.losses, losses);
  if (limits_.late_count) at_most("delay", *limits_.late_count, late);
  if (limits_.late_budget) at_most("late-tick", *limits_.late_budget, late_ticks);
  if (limits_.twice > 0) at_most("duplicate", limits_.twice, twice);
  settle();
  if (!limits_.faults) return;
  std::vector<int> all = losses;
  for (const auto* some :
       {&crashes_, &restarts_, &pauses_, &partitions_, &writes_, &dead_, &late, &twice})
    all.insert(all.end(), some->begin(), some->end());
  at_most("fault", *limits_.faults, all);
}

/// `under-way[i]`: something that was late at an earlier tick arrives i ticks from now.
void StepFaults::settle() {
  const int latest = limits_.latest();
  if (latest == 0) return;
  if (latest > most_counted) throw Rejected("messages that are too late");
  std::vector<Clause> now(index(latest) + 2);  // by ticks from now
  const auto name = [](int i) { return "under-way[" + std::to_string(i) + "]"; };
  for (int i = 1; i <= latest; ++i) now[index(i)].push_back(common_.holds(name(i), false));
  for (const auto& [who, sent] : common_.sent) {
    for (const auto* some : {&sent.late, &sent.twice})
      for (std::size_t k = 0; k < some->size(); ++k) now[k + 2].push_back((*some)[k]);
  }
  Clause left;
  for (int i = 1; i <= latest + 1; ++i) {
    left.push_back(circuit().any(now[index(i)]));
    if (i > 1) common_.states[name(i - 1)].next = left.back();
  }
  settled_ = -circuit().any(left);
}

/// Of all ticks together: `restart[2]` is true if there were two of them before this one.
void StepFaults::at_most(const std::string& what, int most, const std::vector<int>& events) {
  if (most > most_counted)
    throw Rejected("more than " + std::to_string(most_counted) + " of what is counted: " + what);
  if (events.empty()) return;
  std::vector<int> all;
  const auto name = [&what](int i) { return what + "[" + std::to_string(i) + "]"; };
  for (int i = 1; i <= most; ++i) all.push_back(common_.holds(name(i), false));
  all.insert(all.end(), events.begin(), events.end());
  const std::vector<int> counts = circuit().at_least(all, index(most) + 1);
  for (int i = 1; i <= most; ++i) common_.states[name(i)].next = counts[index(i)];
  common_.axioms.push_back({-counts[index(most) + 1]});
}

}  // namespace ldfi::certificate
