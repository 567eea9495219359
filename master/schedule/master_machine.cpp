#include "master/schedule/master_machine.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/overloaded.hpp"
#include "common/base/phase.hpp"
#include "common/base/text.hpp"
#include "common/farm/wire/failure.hpp"
#include "common/record/cell_names.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::schedule {
namespace {

constexpr double budget_interval_s = 0.1;
/// The largest number of jobs that one step answers from memory. Between steps, the master checks
/// budgets and receives messages.
constexpr int max_recalls_at_once = 64;
/// With recall_only, the search ends after this number of jobs without an answer in memory. The answers in
/// memory may have gaps, because ranks answer out of order, but not more gaps than ranks.
constexpr int max_gaps = 1000;

/// Returns a text about the job for messages to the user.
std::string describe(const Job& job, const FspecParameters& parameters) {
  const auto one = [&](const ExecuteJob& work) {
    try {
      return fmt::format("the fault set '{}'", to_text(work.faults, Fspec(parameters)));
    } catch (const InputError&) {
      return fmt::format("a set of {}", counted(work.faults.size(), "fault"));
    }
  };
  const auto many = [](const auto& range) { return fmt::format("{} executions", range.count); };
  const auto search = [](const SearchJob& work) {
    const std::string fspec =
        fmt::format("<{},{},{}{}>", work.eot, work.eff, work.crashes, params_in_name(work.params));
    if (!work.smaller) return "the cell " + fspec;
    return fmt::format("the search {} of the minimisation, without {}", fspec,
                       counted(work.without.size(), "external event"));
  };
  const auto drive = [](const DriveJob& work) {
    if (work.what.draw) return fmt::format("random fault set {}", work.what.draw->number);
    std::string out = fmt::format("the fault set '{}'", systems::to_text(work.what.faults));
    if (work.what.deliveries) {
      out += fmt::format(" with {} only",
                         counted(work.what.deliveries->size(), "delivery", "deliveries"));
    }
    return out;
  };
  return std::visit(
      Overloaded{one, [&](const EnumerateJob& range) { return many(range); },
                 [&](const SampleJob& sample) { return many(sample); }, search, drive},
      job.work);
}

}  // namespace

Master::Master(wire::Transport& transport, MasterOptions options)
    : transport_(transport), options_(std::move(options)) {
  LDFI_REQUIRE(transport_.rank() == 0 && transport_.size() >= 2,
               "a master is rank 0 of at least two ranks");
  LDFI_REQUIRE(options_.clock != nullptr, "a master needs a clock");
  LDFI_REQUIRE(options_.jobs_per_worker >= 1, "a worker has at least one job at a time");
  workers_.resize(static_cast<std::size_t>(transport_.size() - 1));
}

void Master::begin(const wire::Setup& setup, search::Strategy& strategy,
                   std::optional<std::uint64_t> fingerprint) {
  LDFI_REQUIRE(strategy_ == nullptr && !stopped_, "at most one search runs at a time");
  strategy_ = &strategy;
  setup_ = wire::encode(setup);
  fspec_ = setup.fspec;
  if (options_.memory != nullptr) options_.memory->begin(setup);
  fingerprint_ = fingerprint;
  last_id_.reset();
  runs_handed_out_ = 0;
  runs_exhausted_ = false;
  not_recalled_ = 0;
  began_ = options_.clock();
  // Budgets are checked in the first step, because the time since the last check is infinite.
  budgets_checked_ = -std::numeric_limits<double>::infinity();
  progress_reported_ = began_;
  progress_ = Progress{};
  progress_.workers = workers();
}

StepResult Master::step() {
  LDFI_REQUIRE(strategy_ != nullptr, "begin() was called");
  check_stop();
  const StepResult result = search_step();
  if (strategy_->finished()) {
    strategy_ = nullptr;
    return StepResult::finished;
  }
  return result;
}

StepResult Master::search_step() {
  try {
    return search_step_within_budget();
  } catch (const BudgetExceeded& e) {  // the strategy ran out of budget
    give_up(e.what());
    return StepResult::busy;
  }
}

StepResult Master::search_step_within_budget() {
  bool busy = receive_all();
  check_deadlines();
  if (!strategy_->finished()) check_budgets();
  if (strategy_->finished()) return StepResult::busy;
  if (setup_) {
    // Workers still execute jobs of the last search. The setup is sent after they have answered.
    if (!quiet()) return busy ? StepResult::busy : StepResult::idle;
    for (int rank = 1; rank <= workers(); ++rank) transport_.send(rank, *setup_);
    setup_.reset();
    busy = true;
  }
  busy = hand_out() || busy;
  report_progress();
  return busy ? StepResult::busy : StepResult::idle;
}

void Master::stop() {
  if (stopped_) return;
  stopped_ = true;
  strategy_ = nullptr;
  const wire::Bytes bytes = wire::encode(wire::Stop{});
  for (int rank = 1; rank <= workers(); ++rank) transport_.send(rank, bytes);
}

bool Master::receive_all() {
  bool any = false;
  // Any report may finish the strategy. Later messages then stay in the transport for the next
  // search, or are never read.
  while (!strategy_->finished()) {
    const auto envelope = transport_.receive();
    if (!envelope) break;
    handle(*envelope);
    any = true;
  }
  return any;
}

void Master::handle(const wire::Envelope& envelope) {
  const int rank = envelope.from;
  LDFI_ENSURE(rank >= 1 && rank <= workers(), fmt::format("a message from rank {}", rank));
  wire::Message message;
  try {
    message = wire::decode(envelope.bytes);
  } catch (const wire::DecodeError& e) {
    throw EnvironmentError(fmt::format("a damaged message from rank {}: {}", rank, e.what()));
  }
  const auto of_a_master = [&](const auto&) {
    LDFI_ENSURE(false, fmt::format("rank {} sent a message of kind {}", rank, message.index()));
  };
  std::visit(
      Overloaded{[&](const Report& report) { accept(rank, report, envelope.bytes); },
                 [&](const wire::Failure& failure) { fail(rank, failure); },
                 [&](const wire::WorkerHeartbeat&) { worker(rank).waiting_since = awake_.awake(); },
                 [&](const wire::Setup& m) { of_a_master(m); },
                 [&](const Job& m) { of_a_master(m); },
                 [&](const wire::Stop& m) { of_a_master(m); },
                 [&](const wire::MasterHeartbeat& m) { of_a_master(m); }},
      message);
}

void Master::accept(int rank, const Report& report, const wire::Bytes& bytes) {
  auto& jobs = worker(rank).jobs;
  const auto place =
      std::find_if(jobs.begin(), jobs.end(), [&](const Job& job) { return job.id == report.job; });
  if (place == jobs.end()) {
    const bool known = last_id_ && report.job <= *last_id_;
    throw InternalError(
        fmt::format("rank {} answered job {}, which {}", rank, report.job,
                    known ? "it has answered before or was never given" : "does not exist"));
  }
  const Job job = std::move(*place);
  jobs.erase(place);
  worker(rank).waiting_since = awake_.awake();
  --outstanding_;
  if (setup_) return;  // the answer belongs to the last search, which is finished
  check_fingerprint(rank, report);
  // The answer is kept before the strategy gets it, so that the memory always holds everything that the
  // strategy knows.
  if (options_.memory != nullptr && repeatable(report)) options_.memory->keep(job, bytes);
  ++progress_.reports;
  count(report);
  const Phase phase("learning");
  strategy_->accept(report);
}

void Master::check_fingerprint(int rank, const Report& report) {
  if (!fingerprint_) fingerprint_ = report.fingerprint;
  if (report.fingerprint == *fingerprint_) return;
  throw InternalError(fmt::format(
      "rank {} grounded another universe (fingerprint {:016x} instead of {:016x}): are all ranks "
      "the same build?",
      rank, report.fingerprint, *fingerprint_));
}

/// Answers the job from memory, and returns true, or returns false if the memory has no answer.
bool Master::recall(const Job& job) {
  if (options_.memory == nullptr) return false;
  auto report = options_.memory->recall(job);
  if (!report) return false;
  if (!fingerprint_) fingerprint_ = report->fingerprint;
  if (report->fingerprint != *fingerprint_) {
    throw UsageError(fmt::format(
        "the journal was written by another build (its universe's fingerprint is {:016x} instead "
        "of {:016x}): continue with that build, or start again without --resume",
        report->fingerprint, *fingerprint_));
  }
  report->job = job.id;
  ++progress_.recalled;
  count(*report);
  const Phase phase("learning");
  strategy_->accept(*report);
  return true;
}

void Master::count(const Report& report) {
  const auto add = [this](std::uint64_t executed, std::uint64_t violating) {
    progress_.executed += executed;
    progress_.violating += violating;
  };
  const auto violates = [](Outcome outcome) { return outcome == Outcome::violates ? 1U : 0U; };
  std::visit(
      Overloaded{
          [&](const ExecuteReport& one) { add(1, violates(one.outcome)); },
          [&](const EnumerateReport& many) { add(many.executed, many.violating); },
          [&](const SampleReport& sample) { add(sample.executed, violates(sample.outcome)); },
          [&](const Cell& cell) { add(cell.executions.size(), cell.falsifiers.size()); },
          [&](const DriveReport&) { add(1, 0); }},
      report.result);
}

void Master::fail(int rank, const wire::Failure& failure) {
  outstanding_ -= worker(rank).jobs.size();  // a worker that failed will not answer its jobs
  worker(rank).jobs.clear();
  const ExitStatus status = wire::failure_status(failure.status);
  const std::string text = fmt::format("rank {}: {}", rank, failure.text);
  if (status != ExitStatus::inconclusive) throw wire::RemoteFailure(status, text);
  // A budget belongs to the whole run, so the message does not name the rank that noticed its end.
  const bool bare = failure.text == "time" || failure.text == "memory";
  if (!setup_) give_up(bare ? failure.text : text);
}

void Master::check_stop() {
  if (!options_.stop_requested) return;
  if (const auto why = options_.stop_requested()) {
    throw wire::StopRequested(fmt::format("stopped on {}", *why));
  }
}

void Master::check_budgets() {
  const double now = options_.clock();
  progress_.elapsed_s = now - began_;
  if (options_.time_limit_s && now - began_ >= *options_.time_limit_s) {
    give_up("time");
    return;
  }
  if (options_.exhausted && now - budgets_checked_ >= budget_interval_s) {
    budgets_checked_ = now;
    if (const auto budget = options_.exhausted()) give_up(*budget);
  }
}

void Master::check_deadlines() {
  if (options_.job_deadline_s <= 0) return;
  const double longest_look = wire::AwakeClock::longest_look(options_.job_deadline_s);
  const double now = awake_.look(options_.clock(), longest_look);
  for (int rank = 1; rank <= workers(); ++rank) {
    const Worker& w = worker(rank);
    if (w.jobs.empty() || now - w.waiting_since < options_.job_deadline_s) continue;
    throw EnvironmentError(fmt::format(
        "rank {} has been silent for {:g} s on job {} ({}): it hangs, or its machine is gone", rank,
        options_.job_deadline_s, w.jobs.front().id, describe(w.jobs.front(), fspec_)));
  }
}

void Master::give_up(const std::string& reason) {
  if (strategy_->finished()) return;
  strategy_->give_up(reason);
  LDFI_ENSURE(strategy_->finished(), "a strategy that gave up has finished");
}

// Hands out jobs. Each worker gets one job before any worker gets a second, so that none idles while another
// has a queue.
bool Master::hand_out() {
  bool any = false;
  int recalls = 0;
  while (!runs_exhausted_ && !strategy_->finished()) {
    const auto least = std::min_element(
        workers_.begin(), workers_.end(),
        [](const Worker& a, const Worker& b) { return a.jobs.size() < b.jobs.size(); });
    if (least->jobs.size() >= static_cast<std::size_t>(options_.jobs_per_worker)) break;
    auto job = strategy_->next_job();
    if (!job) break;
    LDFI_ENSURE(!last_id_ || job->id > *last_id_, "job ids count up");
    last_id_ = job->id;
    if (!within_runs(*job)) {
      runs_exhausted_ = true;
      break;
    }
    any = true;
    if (recall(*job)) {
      if (++recalls == max_recalls_at_once) return true;
    } else if (!options_.recall_only) {
      send(*least, std::move(*job));
    } else if (++not_recalled_ == max_gaps) {
      break;
    }
  }
  if (!quiet() || strategy_->finished()) return any;
  LDFI_ENSURE(runs_exhausted_ || options_.recall_only,
              "the strategy neither finishes nor asks for work");
  give_up(runs_exhausted_ ? "runs" : "not in the journal");
  return true;
}

void Master::send(Worker& worker, Job job) {
  if (worker.jobs.empty()) worker.waiting_since = awake_.awake();
  transport_.send(1 + static_cast<int>(&worker - workers_.data()), wire::encode(job));
  worker.jobs.push_back(std::move(job));
  ++outstanding_;
  ++progress_.jobs_sent;
}

bool Master::within_runs(const Job& job) {
  const std::uint64_t runs = runs_of(job);
  if (options_.max_runs && runs > *options_.max_runs - runs_handed_out_) return false;
  runs_handed_out_ += runs;
  return true;
}

void Master::report_progress() {
  const double now = options_.clock();
  if (!options_.reporter || now - progress_reported_ < options_.progress_interval_s) return;
  progress_reported_ = now;
  progress_.elapsed_s = now - began_;
  progress_.outstanding = outstanding_;
  progress_.standing = strategy_->standing();
  progress_.busy_workers = static_cast<int>(std::count_if(
      workers_.begin(), workers_.end(), [](const Worker& w) { return !w.jobs.empty(); }));
  options_.reporter(progress_);
}

}  // namespace ldfi::schedule
