#include "master/systems/system_search.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/meter.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "common/systems/fault_text.hpp"
#include "common/systems/recording_reader.hpp"

namespace ldfi::app {

using recorded::RecordedSearch;
using systems::FaultSet;
using systems::Recording;
using systems::Result;

namespace {

/// One of so many executions is repeated.
constexpr std::size_t repeat_every = 20;
constexpr std::size_t max_differences = 10;
/// Of the counterexamples, so many are executed twice.
constexpr std::size_t max_confirmed = 100;

std::string said(const Recording& recording, std::size_t event) {
  return event < recording.events.size() ? recording.events[event].said : "the end";
}

/// Where they differ, empty if nowhere.
std::string difference(const Recording& one, const Recording& other) {
  if (other.result == Result::invalid) return "invalid the second time: " + other.why;
  const std::size_t count = std::max(one.events.size(), other.events.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (said(one, i) == said(other, i)) continue;
    return fmt::format("{} once, {} once", said(one, i), said(other, i));
  }
  const bool same = one.result == other.result && one.violated == other.violated;
  return same ? "" : "another verdict of the same history";
}

}  // namespace

Recording SystemSearch::read(const std::string& text, const std::string& name) {
  std::vector<Diagnostic> problems;
  auto out = systems::read_recording(name, text, FileId(0), problems);
  LDFI_ENSURE(out.has_value(), problems.empty() ? "no recording" : problems.front().message);
  return *std::move(out);
}

std::size_t SystemSearch::execute(const FaultSet& faults) {
  std::string text = cluster_.execute(faults, options_.seed);
  Recording recording = read(text, fmt::format("{:05}.jsonl", all_.recordings.size()));
  if (recording.result == Result::invalid) {  // once more, with nothing left of the first time
    text = cluster_.execute(faults, options_.seed, drive::Way::fresh);
    recording = read(text, recording.name);
  }
  std::vector<Diagnostic> problems;
  all_.outcomes.push_back({systems::follow(recording, problems), recording.result, faults, {}});
  if (steer() != systems::Steer::none) {
    all_.outcomes.back().lineage = systems::lineage_of(recording);
  }
  LDFI_ENSURE(problems.empty(), problems.front().message);
  all_.recordings.push_back(std::move(recording));
  keep_(all_.recordings.back().name, text);
  const std::string& why = all_.recordings.back().why;
  if (all_.recordings.back().result != Result::invalid && !why.empty()) note_difference(why);
  if (comparison_.add(all_.recordings.back(), problems)) return all_.recordings.size() - 1;
  if (!plan_.deterministic()) {
    ++differing_;
  } else {
    note_difference(
        fmt::format("under {}: {}", systems::to_text(faults), problems.front().message));
  }
  return all_.recordings.size() - 1;
}

void SystemSearch::note_difference(const std::string& text) {
  if (differences_.size() < max_differences) differences_.push_back(text);
}

bool SystemSearch::repeat(std::size_t which) {
  const FaultSet& faults = all_.outcomes[which].asked;
  const drive::Way way = which == 0 ? drive::Way::slow : drive::Way::fresh;
  ++double_runs_;
  const Recording again = read(cluster_.execute(faults, options_.seed, way), "again");
  const std::string text = difference(all_.recordings[which], again);
  if (!text.empty()) {
    note_difference(fmt::format("under {}, twice: {}", systems::to_text(faults), text));
  }
  return again.result == all_.recordings[which].result;
}

bool SystemSearch::recurs(std::size_t which) {
  const FaultSet faults = all_.outcomes[which].course.struck;
  std::uint64_t failed = 0;
  for (std::uint64_t i = 0; i < plan_.replays; ++i) {
    ++double_runs_;
    const Recording again = read(cluster_.execute(faults, options_.seed), "again");
    if (again.result == Result::fail) ++failed;
  }
  if (failed == plan_.replays) return true;
  all_.outcomes[which].result = Result::invalid;  // its faults are not tried again, larger sets are
  flaky_.push_back({faults, all_.recordings[which].violated, failed, plan_.replays});
  return false;
}

/// All that a verdict shows, and a sample of what it rests on.
void SystemSearch::repeat_some() {
  if (!plan_.deterministic()) return;  // each violation was when it was found
  std::vector<bool> wanted(all_.recordings.size());
  for (std::size_t i = 0; i < wanted.size(); i += repeat_every) wanted[i] = true;
  std::size_t confirmed = 0;
  std::erase_if(known_.falsifiers, [&](const RecordedFalsifier& one) {
    wanted[one.which] = false;
    return ++confirmed <= max_confirmed && !repeat(one.which);
  });
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && all_.recordings[i].result != Result::invalid) repeat(i);
  }
  if (differences_.empty()) return;
  for (RecordedFalsifier& one : known_.falsifiers) one.minimal = false;
}

std::unique_ptr<RecordedSearch> SystemSearch::make_search() const {
  return std::make_unique<RecordedSearch>(sat::make_solver(options_.solver, options_.seed),
                                          plan_.fspec, options_.level, all_.outcomes, steer());
}

/// Where all counterexamples are wanted, there is no sooner or later.
systems::Steer SystemSearch::steer() const {
  return options_.stop == config::StopRule::first ? plan_.steer : systems::Steer::none;
}

void SystemSearch::know() {
  known_ = known_of(all_, *make_search());
}

void SystemSearch::run() {
  try {
    execute({});
    refuse_invalid();
    const bool fails = all_.recordings.front().result == Result::fail;
    if (fails && !plan_.deterministic() && !recurs(0)) {
      reason_ = "without faults it fails now and then";
    } else if (!fails) {
      search();
    }
    know();
    repeat_some();
  } catch (const BudgetExceeded& e) {
    reason_ = e.what();
    if (!all_.recordings.empty()) know();
  }
}

/// Of the execution without faults.
void SystemSearch::refuse_invalid() const {
  const Recording& first = all_.recordings.front();
  if (first.result != Result::invalid) return;
  throw InputError({Severity::error,
                    "system",
                    {FileId(~0U), 0, 0, 1},
                    "the execution without faults comes to no good end: " + first.why,
                    {"docs/SYSTEMS.md says what a node has to say"}});
}

void SystemSearch::search() {
  std::unique_ptr<RecordedSearch> left;
  bool found = false;
  for (;;) {
    if (options_.max_runs && executions() >= *options_.max_runs) {
      reason_ = "runs";
      return;
    }
    if (!left) left = make_search();
    if (found && options_.stop == config::StopRule::first && left->settled()) return;
    const auto next = left->next();
    if (!next) return;
    const std::size_t which = execute(*next);
    bool failed = all_.recordings[which].result == Result::fail;
    if (failed && !plan_.deterministic()) failed = recurs(which);
    found = found || failed;
    if (!left->add(all_.outcomes[which])) left.reset();
  }
}

void SystemSearch::replay(const FaultSet& faults) {
  try {
    const std::size_t which = execute(faults);
    const Result result = all_.recordings[which].result;
    if (!plan_.deterministic()) {
      if (result == Result::fail) recurs(which);
    } else if (result != Result::invalid) {
      repeat(which);
    }
  } catch (const BudgetExceeded& e) {
    reason_ = e.what();
  }
  if (!all_.recordings.empty()) know();
}

Verdict SystemSearch::verdict() const {
  const Verdict out = verdict_of(known_);
  const bool proof = out == Verdict::certified || out == Verdict::vacuous;
  return proof && !differences_.empty() ? Verdict::inconclusive : out;
}

}  // namespace ldfi::app
