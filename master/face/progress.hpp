// The progress lines of a run on stderr: on a terminal one line, written anew each second; elsewhere
// one every ten seconds; also while the master waits for its solver. common/config/progress_columns.hpp and
// --help say what the columns mean.
//
//   ProgressLines lines(quiet, "6/4/1", budget, elapsed);
//   options.reporter = [&lines](const auto& progress) { lines.update(progress); };
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "master/schedule/master_machine.hpp"

namespace ldfi::app {

/// What bounds a run, of which the progress lines say what is left. A missing budget is unlimited.
struct Budget {
  std::optional<double> seconds;
  std::optional<std::uint64_t> runs;
  bool enumerates = false;  ///< the frontier is all that is left to run
};

/// One line's values.
struct ProgressRow {
  double elapsed_s = 0;
  std::string cell;
  std::string phase;
  double per_s = 0;
  schedule::Progress progress;
  Budget budget;
};

/// The names of the columns, or the values below them; without a line break.
std::string progress_header();
std::string progress_line(const ProgressRow& row);

class ProgressLines {
 public:
  /// Prints nothing if `quiet`. A thread of this class calls `elapsed`, which gives the seconds
  /// since the run began.
  ProgressLines(bool quiet, std::string cell, Budget budget, std::function<double()> elapsed);
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  /// The state that later lines show. Any thread may call this.
  void update(const schedule::Progress& progress);

 private:
  void run();
  void say();

  std::function<double()> elapsed_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable changed_;
  ProgressRow row_;
  double said_at_ = 0;
  std::uint64_t said_executed_ = 0;
  int lines_ = 0;
  bool in_place_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::app
