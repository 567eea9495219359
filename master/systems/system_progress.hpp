// The progress lines of a run about a real system, on stderr: on a terminal one line, written anew each
// second; elsewhere one every ten seconds, also while an execution takes long. After a minute of
// `level: exact` a hint says what ends sooner.
//
//   SystemProgress progress(quiet, hint, elapsed);
//   progress.update(row);
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "common/config/options.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::app {

/// The values of one line.
struct SystemRow {
  double elapsed_s = 0;
  std::string cell;  ///< of a sweep
  std::string phase;
  std::uint64_t executions = 0;  ///< those that repeat one included
  double per_s = 0;              ///< executions a second, since the last line
  std::uint64_t tried = 0;       ///< fault sets
  std::uint64_t violating = 0;   ///< those of them under which a promise is broken
  int busy = 0;                  ///< workers with a job
  int workers = 0;
  std::optional<double> left_s;  ///< of the time budget
};

/// The names of the columns, or the values below them; without a line break.
std::string system_progress_header();
std::string system_progress_line(const SystemRow& row);

/// What ends a search sooner, in one line; empty if the search is not one that proves things exactly.
std::string sooner_hint(const config::Options& options, const systems::Plan& plan);

class SystemProgress {
 public:
  using Pause = std::chrono::milliseconds;
  /// How long the search may take before the hint is printed.
  static constexpr double hint_after_s = 60;

  /// Prints nothing if `quiet`. `hint` may be empty. A thread of this class calls `elapsed`, which gives
  /// the seconds since the run began. `pause` is the time between two lines: by default a second on a
  /// terminal, and ten seconds elsewhere.
  SystemProgress(bool quiet, std::string hint, std::function<double()> elapsed,
                 std::optional<Pause> pause = std::nullopt);
  ~SystemProgress();
  SystemProgress(const SystemProgress&) = delete;
  SystemProgress& operator=(const SystemProgress&) = delete;

  /// The state that later lines show, without its times. Any thread may call this.
  void update(const SystemRow& row);

 private:
  void run(Pause pause);
  void say();

  std::string hint_;
  std::function<double()> elapsed_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable changed_;
  SystemRow row_;
  double said_at_ = 0;
  std::uint64_t said_executions_ = 0;
  int lines_ = 0;
  bool in_place_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::app
