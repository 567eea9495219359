// The part of SystemStrategy that repeats executions. For a deterministic system, a sample is
// repeated to test whether it really is deterministic. For any other system, violations are
// repeated.
#include <fmt/core.h>

#include <algorithm>

#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::search {

namespace {

/// Number of earlier requests of a fault set when it is repeated: the execution itself, and its
/// second try if it was invalid.
constexpr std::uint32_t before_repeats = 2;

}  // namespace

/// Repetitions come before other executions, because a difference decides how the other executions
/// are done.
std::optional<Job> SystemStrategy::next_repeat() {
  if (!invalid_repeats_.empty()) {
    const RunRequest again = std::move(invalid_repeats_.front());
    invalid_repeats_.pop_front();
    return job(Kind::second_repeat, again.faults, again.which, before_repeats + 1);
  }
  const auto next = double_runs_.next();
  if (!next) return std::nullopt;
  const std::size_t which = *next;
  // The user sees a counterexample with only the faults that had an effect. So its repetition
  // requests only these faults.
  const bool shown =
      !replayed_ && std::ranges::any_of(known_.falsifiers, [which](const RecordedFalsifier& one) {
        return one.which == which;
      });
  const recorded::Outcome& outcome = all_.outcomes[which];
  return job(Kind::repeat, shown ? outcome.course.struck : outcome.asked, which, before_repeats);
}

std::optional<Job> SystemStrategy::next_recurrence() {
  const auto next = recurrences_.next();
  if (!next) return std::nullopt;
  const auto again = before_repeats + static_cast<std::uint32_t>(next->number);
  return job(Kind::recurrence, all_.outcomes[next->execution].course.struck, next->execution,
             again);
}

void SystemStrategy::count_recurrence(std::size_t which, const std::string& text) {
  const auto failed =
      recurrences_.answer(which, read(text, "again").result == systems::Result::fail);
  if (!failed) return;
  recorded::Outcome& outcome = all_.outcomes[which];
  if (*failed < plan_.replays) {
    // The same faults are not tried again, but larger fault sets are.
    outcome.result = systems::Result::invalid;
    flaky_.push_back(
        {outcome.course.struck, all_.recordings[which].violated, *failed, plan_.replays});
    if (which == 0) reason_ = "without faults it fails in some executions and passes in others";
  }
  choice_.forget();  // forgets that `choice_` counted the outcome as a failure
  settle(which);
}

/// Notes how two executions differ that should be equal. From now on, all executions use new
/// processes, and nothing is certified.
void SystemStrategy::note_difference(std::string text) {
  if (keeps_processes() && !afresh_) {
    text += "; from now on each execution has new processes, whatever system.start says";
    afresh_ = true;
  }
  double_runs_.note_difference(std::move(text));
}

void SystemStrategy::try_repeat_again(const RunRequest& asked, const systems::Recording& again) {
  const std::string name = systems::to_text(asked.faults);
  if (asked.kind == Kind::repeat) {
    retries_.fail_first(name, again.why);
    invalid_repeats_.push_back(asked);
    return;
  }
  double_runs_.answer();
  double_runs_.contradict(asked.which);
  retries_.end_second(name, false);
  if (unrepeated_.empty()) {
    unrepeated_ = fmt::format("under {} the execution could not be repeated: {}", name, again.why);
  }
}

std::string SystemStrategy::doubt() const {
  if (!unrepeated_.empty() || differences().empty()) return unrepeated_;
  return "the system is not deterministic: " + differences().front();
}

void SystemStrategy::compare(const RunRequest& asked, const std::string& text) {
  systems::Recording again = read(text, "again");
  if (again.result == systems::Result::invalid && !again.undecided) {
    return try_repeat_again(asked, again);
  }
  double_runs_.answer();
  if (asked.kind == Kind::second_repeat) {
    retries_.end_second(systems::to_text(asked.faults), true);
  }
  const systems::Recording& before = all_.recordings[asked.which];
  const std::string what = asked.faults == all_.outcomes[asked.which].asked
                               ? difference(before, again)
                           : again.result == before.result && again.violated == before.violated
                               ? ""
                               : "another verdict, although the same faults hit";
  if (!what.empty()) {
    note_difference(
        fmt::format("under {}, at the second try again: {}", systems::to_text(asked.faults), what));
  }
  const bool old = !what.empty() && keeps_processes() && phase_ == Phase::searching;
  if (old && again.result != systems::Result::invalid) {
    replace(asked.which, std::move(again), text);
  } else if (again.result != before.result) {
    double_runs_.contradict(asked.which);
  }
}

void SystemStrategy::replace(std::size_t which, systems::Recording again, const std::string& text) {
  again.name = all_.recordings[which].name;
  all_.outcomes[which] = outcome_of(again, all_.outcomes[which].asked);
  all_.recordings[which] = std::move(again);
  keep_(all_.recordings[which].name, text);
  comparison_ = systems::Comparison();
  std::vector<Diagnostic> told;
  for (const systems::Recording& one : all_.recordings) comparison_.add(one, told);
  failed_ = static_cast<std::size_t>(
      std::ranges::count(all_.outcomes, systems::Result::fail, &recorded::Outcome::result));
  choice_.start_over();
  nothing_new_ = false;
}

}  // namespace ldfi::search
