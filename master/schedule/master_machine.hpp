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
  double elapsed_s = 0;  ///< seconds since begin()
  std::uint64_t jobs_sent = 0;
  std::uint64_t reports = 0;
  std::uint64_t outstanding = 0;
  /// Number of jobs whose answers were taken from MasterOptions::memory; not part of jobs_sent or
  /// reports.
  std::uint64_t recalled = 0;
  std::uint64_t executed = 0;  ///< number of executions that were reported by workers or taken from
                               ///< memory
  std::uint64_t violating = 0;  ///< number of executions that violate the invariant
  search::SearchProgress standing;
  int busy_workers = 0;
  int workers = 0;
};

struct MasterOptions {
  /// At least 1; with 2, workers wait less, but more executions are wasted.
  int jobs_per_worker = 1;
  std::optional<double> time_limit_s{};  ///< seconds after which strategy.give_up("time") is called
  /// Number of executions after which strategy.give_up("runs") is called.
  std::optional<std::uint64_t> max_runs{};
  /// The farm ends with an error if a worker is silent for longer; 0 for no limit.
  double job_deadline_s = 0;
  double progress_interval_s = 1;
  std::function<double()> clock{};                  ///< returns the seconds of a monotonic clock
  std::function<void(const Progress&)> reporter{};  ///< called with the progress; may be empty
  /// Answers of earlier sessions; may be null; must outlive the master.
  Memory* memory = nullptr;
  bool recall_only = false;  ///< jobs are answered from memory only, and never sent
  /// Called at every step; may be empty. Returns the reason to stop at once ("SIGUSR1"), or nullopt.
  std::function<std::optional<std::string>()> stop_requested{};
  /// Called about ten times a second; may be empty. Returns the budget that ran out ("memory"), or nullopt.
  std::function<std::optional<std::string>()> exhausted{};
};

enum class StepResult : std::uint8_t {
  idle,      ///< nothing to do until a worker answers
  busy,      ///< something was sent, received or decided
  finished,  ///< the strategy has its result
};

class Master {
 public:
  /// Requires that the transport has rank 0 and at least two ranks, and that `options.clock` is set.
  Master(wire::Transport& transport, MasterOptions options);

  /// Begins the next search. `strategy` must live until step() returns `finished`. Every report
  /// must carry `fingerprint` or, if that is missing, the fingerprint of the first report.
  void begin(const wire::Setup& setup, search::Strategy& strategy,
             std::optional<std::uint64_t> fingerprint = std::nullopt);

  /// Sends, receives and decides everything that is possible without waiting. Throws StopRequested,
  /// RemoteFailure (a worker failed), EnvironmentError (a silent worker, a damaged message) and InternalError
  /// (an unexpected answer, a wrong fingerprint), which name the rank. After an exception, call stop().
  StepResult step();

  /// Sends Stop to all workers. Only the destructor may be called afterwards.
  void stop();

  [[nodiscard]] const Progress& progress() const { return progress_; }

 private:
  struct Worker {
    std::deque<Job> jobs;  ///< jobs that were sent and are not yet answered, oldest first
    /// The time, by awake_, at which the worker last sent a message, or got a job after it had
    /// none.
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
  std::optional<wire::Bytes> setup_;  ///< encoded setup that is not sent yet
  FspecParameters fspec_;             ///< Fspec of the current search
  std::optional<std::uint64_t> fingerprint_;
  std::optional<std::uint64_t> last_id_;  ///< id of the last job of the current search
  std::uint64_t runs_handed_out_ = 0;
  bool runs_exhausted_ = false;
  int not_recalled_ = 0;  ///< number of jobs that the memory did not answer; used with recall_only
  bool stopped_ = false;
  wire::AwakeClock awake_;
  double began_ = 0;
  double budgets_checked_ = 0;
  double progress_reported_ = 0;
  Progress progress_;
};

}  // namespace ldfi::schedule
