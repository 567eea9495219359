// The master as a step machine: between a search strategy that wants fault sets run and workers
// that run them. It keeps every worker busy, watches the budgets, and ends the farm when anything
// is wrong.
//
//   Master master(transport, options);
//   master.begin(setup, strategy);
//   while (master.step() != StepResult::finished) { … }
//   master.stop();                       // once: Stop to all
//
// Several searches may follow one another (a sweep): begin() waits, step by step, for the answers
// that the last search no longer wanted before it hands out the new Setup.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/farm/heartbeat/awake_clock.hpp"
#include "common/farm/wire/transport.hpp"
#include "common/search/strategy.hpp"
#include "master/schedule/memory.hpp"

namespace ldfi::schedule {

/// Where a search stands; for a person to look at.
struct Progress {
  double elapsed_s = 0;  ///< since begin()
  std::uint64_t jobs_sent = 0;
  std::uint64_t reports = 0;
  std::uint64_t outstanding = 0;
  std::uint64_t recalled = 0;   ///< jobs that the memory answered; not in jobs_sent and reports
  std::uint64_t executed = 0;   ///< forward executions reported or recalled so far
  std::uint64_t violating = 0;  ///< of them, how many violate the invariant
  search::Standing standing;
  int busy_workers = 0;
  int workers = 0;
};

struct MasterOptions {
  int jobs_per_worker = 1;                  ///< ≥ 1; 2 hides latency, but speculates more
  std::optional<double> time_limit_s{};     ///< then give_up("time")
  std::optional<std::uint64_t> max_runs{};  ///< forward executions; then give_up("runs")
  double job_deadline_s = 0;                ///< a worker silent for longer ends the farm; 0: never
  double progress_interval_s = 1;
  std::function<double()> clock{};                  ///< seconds, monotonic
  std::function<void(const Progress&)> reporter{};  ///< optional
  Memory* memory = nullptr;                         ///< optional; outlives the master
  bool recall_only = false;                         ///< what the memory cannot answer stays open
  /// Optional, asked at every step: why to stop at once, if there is a reason ("SIGUSR1").
  std::function<std::optional<std::string>()> stop_requested{};
  /// Optional, asked about ten times a second: the name of a budget that ran out, if any
  /// ("memory").
  std::function<std::optional<std::string>()> exhausted{};
};

enum class StepResult : std::uint8_t {
  idle,      ///< nothing to do until a worker answers
  busy,      ///< something was sent, received or decided
  finished,  ///< the strategy has its result
};

class Master {
 public:
  /// The transport's rank is 0 and its size ≥ 2; `options.clock` is set.
  Master(wire::Transport& transport, MasterOptions options);

  /// The next search. `strategy` must live until step() returns `finished`. Every report has to
  /// carry `fingerprint` if it is given, or else that of the first report.
  void begin(const wire::Setup& setup, search::Strategy& strategy,
             std::optional<std::uint64_t> fingerprint = std::nullopt);

  /// Throws StopRequested, RemoteFailure (a worker gave up), EnvironmentError (a silent worker, a
  /// damaged message) and InternalError (an answer nobody asked for, another fingerprint), each
  /// naming the rank; the caller then calls stop().
  StepResult step();

  /// Stop to all workers; no further call but the destructor's may follow.
  void stop();

  [[nodiscard]] const Progress& progress() const { return progress_; }

 private:
  struct Worker {
    std::deque<wire::Job> jobs;  ///< sent and not yet answered, oldest first
    double waiting_since = 0;  ///< since when the oldest of them has been the worker's turn; awake_
  };

  [[nodiscard]] int workers() const { return static_cast<int>(workers_.size()); }
  [[nodiscard]] Worker& worker(int rank) { return workers_[static_cast<std::size_t>(rank - 1)]; }
  [[nodiscard]] bool quiet() const { return outstanding_ == 0; }
  void send_all(const wire::Message& message);

  StepResult search_step();
  StepResult search_step_within_budget();
  bool receive_all();
  void handle(const wire::Envelope& envelope);
  void accept(int rank, const wire::Report& report, const wire::Bytes& bytes);
  void check_fingerprint(int rank, const wire::Report& report);
  bool recall(const wire::Job& job);
  void count(const wire::Report& report);
  void fail(int rank, const wire::Failure& failure);

  void check_stop();
  void check_budgets();
  void check_deadlines();
  void give_up(const std::string& reason);
  bool hand_out();
  void send(Worker& worker, wire::Job job);
  [[nodiscard]] bool within_runs(const wire::Job& job);
  void report_progress();

  wire::Transport& transport_;
  MasterOptions options_;
  std::vector<Worker> workers_;
  std::uint64_t outstanding_ = 0;

  search::Strategy* strategy_ = nullptr;
  std::optional<wire::Bytes> setup_;  ///< encoded, until it is sent
  FspecParameters fspec_;             ///< of the search under way
  std::optional<std::uint64_t> fingerprint_;
  std::optional<std::uint64_t> last_id_;  ///< of a job handed out in this search
  std::uint64_t runs_handed_out_ = 0;
  bool runs_exhausted_ = false;
  int not_recalled_ = 0;  ///< with recall_only
  bool stopped_ = false;
  wire::AwakeClock awake_;
  double began_ = 0;
  double budgets_checked_ = 0;
  double progress_reported_ = 0;
  Progress progress_;
};

}  // namespace ldfi::schedule
