#include "common/search/recorded/system_strategy.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::search {

namespace {

/// Largest number of counterexamples that are executed a second time.
constexpr std::size_t max_confirmed = 100;

}  // namespace

systems::Recording SystemStrategy::read(const std::string& text, const std::string& name) {
  std::vector<Diagnostic> problems;
  auto out = reader_.read(name, text, FileId(0), problems);
  LDFI_ENSURE(out.has_value(), problems.empty() ? "no recording" : problems.front().message);
  return *std::move(out);
}

std::optional<systems::FaultSet> SystemStrategy::candidate() {
  if (begun_ == 0) return replayed_.value_or(systems::FaultSet{});
  if (drawing()) return std::nullopt;
  if (nothing_new_ || replayed_ || all_.outcomes.empty() || !reason_.empty()) return std::nullopt;
  nothing_new_ = true;
  out_of_runs_ = false;
  if (all_.outcomes.front().result == systems::Result::fail) return std::nullopt;
  auto out = choice_.next();
  if (!out) return std::nullopt;
  out_of_runs_ = settings_.max_runs && begun_ >= *settings_.max_runs;
  if (out_of_runs_) {
    choice_.forget();  // otherwise `choice_` would not choose this fault set again
    return std::nullopt;
  }
  nothing_new_ = false;
  return out;
}

Job SystemStrategy::job(Kind kind, const systems::FaultSet& faults, std::size_t which,
                        std::uint32_t again) {
  const DriveWay way = afresh_ ? DriveWay::fresh : DriveWay::planned;
  DriveJob work{{faults, deliveries_}, settings_.seed, way};
  if (kind != Kind::execution) {
    const bool repeats = kind == Kind::repeat || kind == Kind::second_repeat;
    work.way = kind == Kind::recurrence ? DriveWay::planned
               : repeats && which == 0  ? DriveWay::slow
                                        : DriveWay::fresh;
    work.again = again;
  }
  asked_.emplace(++last_id_, RunRequest{kind, faults, which});
  return {last_id_, std::move(work)};
}

std::optional<Job> SystemStrategy::next_job() {
  if (finished()) return std::nullopt;
  if (!invalid_.empty()) {
    const systems::FaultSet faults = std::move(invalid_.front());
    invalid_.pop_front();
    return job(Kind::retry, faults, 0, 1);
  }
  if (auto recurrence = next_recurrence()) return recurrence;
  if (auto repeat = next_repeat()) return repeat;
  if (phase_ == Phase::searching) {
    if (auto draw = next_draw()) return draw;
    if (const auto faults = candidate()) {
      ++begun_;
      choice_.begin(*faults);
      return job(Kind::execution, *faults, all_.outcomes.size());
    }
    if (!decided() || (double_runs_.is_running() && keeps_processes())) return std::nullopt;
    end_search();
    if (auto repeat = next_repeat()) return repeat;
  }
  if (phase_ == Phase::repeating && !double_runs_.is_running()) finish();
  return std::nullopt;
}

bool SystemStrategy::keeps_processes() const {
  return plan_.kind == systems::Kind::nodes && plan_.start != systems::Start::fresh;
}

bool SystemStrategy::decided() const {
  if (drawing() && (!out_of_runs_ || draws_->under_way() || !recurrences_.empty())) return false;
  return choice_.is_decided();
}

void SystemStrategy::accept(const Report& report) {
  const auto found = asked_.find(report.job);
  LDFI_ENSURE(found != asked_.end(), "the answer is about an execution that was requested");
  const RunRequest asked = std::move(found->second);
  asked_.erase(found);
  const auto& [text, lacks, memory_bound] = result_of<DriveReport>(report);
  if (lacks_.empty()) lacks_ = lacks;
  memory_bound_ = std::min(memory_bound_.value_or(memory_bound), memory_bound);
  if (asked.kind == Kind::repeat || asked.kind == Kind::second_repeat) {
    compare(asked, text);
  } else if (asked.kind == Kind::recurrence) {
    count_recurrence(asked.which, text);
  } else if (asked.kind == Kind::draw || asked.kind == Kind::redraw) {
    answer_draw(asked, text);
  } else {
    learn(asked, text);
  }
  take_draws();
}

void SystemStrategy::learn(const RunRequest& asked, const std::string& text) {
  systems::Recording recording = read(text, fmt::format("{:05}.jsonl", all_.recordings.size()));
  // If the checker could not decide, the execution is not tried again, because the checker would
  // judge the same history in the same way.
  if (recording.result == systems::Result::invalid && !recording.undecided &&
      asked.kind == Kind::execution) {
    invalid_.push_back(asked.faults);
    retries_.fail_first(systems::to_text(asked.faults), recording.why);
    return;
  }
  if (asked.kind == Kind::retry) {
    retries_.end_second(systems::to_text(asked.faults),
                        recording.result != systems::Result::invalid);
  }
  const bool first = all_.outcomes.empty();
  const bool overtook = all_.outcomes.size() > asked.which;
  needless_.push_back(overtook &&
                      (phase_ == Phase::repeating || choice_.is_answered(asked.faults)));
  add(std::move(recording), asked.faults, text);
  if (first && !replayed_ && begins_invalid()) {
    const systems::Recording& begun = all_.recordings.front();
    return give_up(begun.undecided ? "the execution without faults cannot be judged: " + begun.why
                                   : "the execution without faults is invalid: " + begun.why);
  }
  confirm(all_.outcomes.size() - 1);
}

void SystemStrategy::confirm(std::size_t which) {
  if (all_.outcomes[which].result == systems::Result::fail && recurrences_.wanted()) {
    recurrences_.begin(which);
  } else {
    settle(which);
  }
}

void SystemStrategy::settle(std::size_t which) {
  const recorded::Outcome& outcome = all_.outcomes[which];
  nothing_new_ = false;
  if (outcome.result == systems::Result::fail) ++failed_;
  choice_.settle(outcome);
}

recorded::Outcome SystemStrategy::outcome_of(const systems::Recording& recording,
                                             const systems::FaultSet& faults) const {
  std::vector<Diagnostic> problems;
  recorded::Outcome out{systems::follow(recording, problems), recording.result, faults, {}};
  if (choice_.steer() != systems::Steer::none) out.lineage = systems::lineage_of(recording);
  LDFI_ENSURE(problems.empty(), problems.front().message);
  return out;
}

void SystemStrategy::add(systems::Recording recording, const systems::FaultSet& faults,
                         const std::string& text) {
  std::vector<Diagnostic> problems;
  const std::size_t which = all_.recordings.size();
  all_.outcomes.push_back(outcome_of(recording, faults));
  all_.recordings.push_back(std::move(recording));
  keep_(all_.recordings.back().name, text);
  const bool same = comparison_.add(all_.recordings.back(), problems);
  if (!plan_.deterministic()) {
    if (!same) ++differing_;
    return;
  }
  // If an execution in reused processes differs from an earlier recording, it is repeated in new
  // processes, too.
  const bool doubtful = !same && keeps_processes() && !afresh_ && double_runs_.wanted();
  const bool again = replayed_ || doubtful || double_runs_.samples(which);
  if (!same) {
    note_difference(
        fmt::format("under {}: {}", systems::to_text(faults), problems.front().message));
  }
  if (again && all_.outcomes[which].result != systems::Result::invalid) double_runs_.add(which);
}

void SystemStrategy::know() {
  try {
    known_ = known_of(all_, *choice_.make_search(ending_));
  } catch (const BudgetExceeded&) {
    known_ = known_so_far(all_);
  }
  const bool first = !settings_.all && !replayed_;
  if (first && known_.falsifiers.size() > 1) known_.falsifiers.resize(1);
}

/// Requests repetitions of all executions on which the verdict depends. A sample of the others was
/// repeated before.
void SystemStrategy::end_search() {
  phase_ = Phase::repeating;
  choice_.forget();
  if (out_of_runs_) reason_ = "runs";
  know();
  if (!plan_.deterministic()) return;  // each violation was already repeated when it was found
  const std::size_t most = std::min(max_confirmed, known_.falsifiers.size());
  for (std::size_t i = most; i-- > 0;) {
    const std::size_t which = known_.falsifiers[i].which;
    const recorded::Outcome& outcome = all_.outcomes[which];
    const bool is_shown_otherwise = outcome.asked != outcome.course.struck;
    double_runs_.add_first(which, is_shown_otherwise);
  }
}

void SystemStrategy::finish() {
  phase_ = Phase::finished;
  std::erase_if(known_.falsifiers, [this](const RecordedFalsifier& one) {
    return double_runs_.is_contradicted(one.which);
  });
  known_.results = {};  // reset before counting, because further recordings came after know()
  for (const auto& one : all_.recordings) ++known_.results.at(static_cast<std::size_t>(one.result));
  if (doubt().empty()) return;
  for (RecordedFalsifier& one : known_.falsifiers) one.minimal = false;
}

void SystemStrategy::give_up(const std::string& reason) {
  if (finished()) return;
  reason_ = reason;
  choice_.forget();
  if (phase_ == Phase::searching && !all_.recordings.empty()) know();
  finish();
}

bool SystemStrategy::begins_invalid() const {
  const systems::Recording& first = all_.recordings.front();
  if (first.result != systems::Result::invalid) return false;
  if (tolerant_ || first.undecided) return true;
  throw InputError({Severity::error,
                    "system",
                    {FileId(~0U), 0, 0, 1},
                    "the execution without faults is invalid: " + first.why,
                    {"docs/reference/node-protocol.md lists what a node has to print"}});
}

std::size_t SystemStrategy::wasted() const {
  if (replayed_) return 0;  // a replay needs each of its executions
  std::size_t out = 0;
  const bool steered = choice_.steer() != systems::Steer::none;
  const std::size_t first = steered ? needless_.size() : choice_.steered();
  for (std::size_t i = first; i < needless_.size(); ++i) {
    if (needless_[i] || choice_.is_overtaken(all_.outcomes[i].asked)) ++out;
  }
  return out;
}

SearchResult SystemStrategy::result() const {
  SearchResult out;
  out.verdict = verdict();
  out.reason = reason_;
  out.executed = executions();
  out.wasted = wasted();
  return out;
}

Verdict SystemStrategy::verdict() const {
  const Verdict out = verdict_of(known_);
  const bool proof = out == Verdict::certified || out == Verdict::vacuous;
  return proof && !doubt().empty() ? Verdict::inconclusive : out;
}

}  // namespace ldfi::search
