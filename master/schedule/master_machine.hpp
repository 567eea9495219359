// The master as a state machine between a search strategy, which requests executions, and the workers,
// which execute. It keeps every worker busy, watches the budgets, and ends the farm on any error.
//
//   Master master(transport, options);
//   master.begin(setup, strategy);
//   while (master.step() != StepResult::finished) { … }
//   master.stop();                       // once: Stop to all
//
// Several searches may follow one another (a sweep). After begin(), step() sends the new Setup only when
// all answers for the last search have arrived.
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

/// The progress of a search, for the user.
struct Progress {
  double elapsed_s = 0;  ///< since begin()
  std::uint64_t jobs_sent = 0;
  std::uint64_t reports = 0;
  std::uint64_t outstanding = 0;
  std::uint64_t recalled = 0;   ///< jobs that the memory answered; not in jobs_sent or reports
  std::uint64_t executed = 0;   ///< forward executions reported or recalled so far
  std::uint64_t violating = 0;  ///< those of them that violate the invariant
  search::Standing standing;
  int busy_workers = 0;
  int workers = 0;
};

struct MasterOptions {
  int jobs_per_worker = 1;                  ///< ≥ 1; 2 hides latency, but wastes more executions
  std::optional<double> time_limit_s{};     ///< seconds until the strategy's give_up("time")
  std::optional<std::uint64_t> max_runs{};  ///< executions until its give_up("runs")
  double job_deadline_s = 0;  ///< a worker that is silent for longer ends the farm; 0: no limit
  double progress_interval_s = 1;
  std::function<double()> clock{};                  ///< seconds, monotonic
  std::function<void(const Progress&)> reporter{};  ///< optional
  Memory* memory = nullptr;                         ///< optional; must outlive the master
  bool recall_only = false;                         ///< jobs are answered by the memory only
  /// Optional; called at every step. Returns the reason to stop at once ("SIGUSR1"), or nullopt.
  std::function<std::optional<std::string>()> stop_requested{};
  /// Optional; called about ten times a second. Returns the budget that ran out ("memory"), or nullopt.
  std::function<std::optional<std::string>()> exhausted{};
};

enum class StepResult : std::uint8_t {
  idle,      ///< nothing to do until a worker answers
  busy,      ///< something was sent, received or decided
  finished,  ///< the strategy has its result
};

class Master {
 public:
  /// The transport must have rank 0 and size ≥ 2, and `options.clock` must be set.
  Master(wire::Transport& transport, MasterOptions options);

  /// Begins the next search. `strategy` must live until step() returns `finished`. Every report
  /// must carry `fingerprint` or, if that is missing, the fingerprint of the first report.
  void begin(const wire::Setup& setup, search::Strategy& strategy,
             std::optional<std::uint64_t> fingerprint = std::nullopt);

  /// Does everything that needs no waiting. Throws StopRequested, RemoteFailure (a worker failed),
  /// EnvironmentError (a silent worker, a damaged message) and InternalError (an unexpected answer, a
  /// wrong fingerprint), which name the rank. After an exception, call stop().
  StepResult step();

  /// Sends Stop to all workers. Only the destructor may be called afterwards.
  void stop();

  [[nodiscard]] const Progress& progress() const { return progress_; }

 private:
  struct Worker {
    std::deque<Job> jobs;  ///< sent and not yet answered, oldest first
    /// The time at which the worker was last heard, or got a job while it had none; by awake_.
    double waiting_since = 0;
  };

  [[nodiscard]] int workers() const { return static_cast<int>(workers_.size()); }
  [[nodiscard]] Worker& worker(int rank) { return workers_[static_cast<std::size_t>(rank - 1)]; }
  [[nodiscard]] bool quiet() const { return outstanding_ == 0; }

  StepResult search_step();
  StepResult search_step_within_budget();
  bool receive_all();
  void handle(const wire::Envelope& envelope);
  void accept(int rank, const Report& report, const wire::Bytes& bytes);
  void check_fingerprint(int rank, const Report& report);
  bool recall(const Job& job);
  void count(const Report& report);
  void fail(int rank, const wire::Failure& failure);

  void check_stop();
  void check_budgets();
  void check_deadlines();
  void give_up(const std::string& reason);
  bool hand_out();
  void send(Worker& worker, Job job);
  [[nodiscard]] bool within_runs(const Job& job);
  void report_progress();

  wire::Transport& transport_;
  MasterOptions options_;
  std::vector<Worker> workers_;
  std::uint64_t outstanding_ = 0;

  search::Strategy* strategy_ = nullptr;
  std::optional<wire::Bytes> setup_;  ///< encoded, until it is sent
  FspecParameters fspec_;             ///< Fspec of the current search
  std::optional<std::uint64_t> fingerprint_;
  std::optional<std::uint64_t> last_id_;  ///< id of the last job of this search
  std::uint64_t runs_handed_out_ = 0;
  bool runs_exhausted_ = false;
  int not_recalled_ = 0;  ///< jobs that the memory did not answer, with recall_only
  bool stopped_ = false;
  wire::AwakeClock awake_;
  double began_ = 0;
  double budgets_checked_ = 0;
  double progress_reported_ = 0;
  Progress progress_;
};

}  // namespace ldfi::schedule
