// The lines that say how a run goes: one a second on a terminal, one every ten seconds
// elsewhere, also while the master is busy with one long question to its solver. On stderr; what
// the columns mean stands in common/config/progress_columns.hpp and in --help.
//
//   ProgressLines lines(budget);
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

/// What is left of a run's budgets can be said; what has none stays empty.
struct Budget {
  std::optional<double> seconds;
  std::optional<std::uint64_t> runs;
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

/// Names, and values below them; without a line break.
std::string progress_header();
std::string progress_line(const ProgressRow& row);

class ProgressLines {
 public:
  /// Says nothing if `quiet`. `elapsed` is asked from a thread of this class: seconds since the run
  /// began.
  ProgressLines(bool quiet, std::string cell, Budget budget, std::function<double()> elapsed);
  ~ProgressLines();
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

  void update(const schedule::Progress& progress);

 private:
  void run();
  void say();

  std::function<double()> elapsed_;
  std::mutex mutex_;  ///< of everything below
  std::condition_variable changed_;
  ProgressRow row_;
  double said_at_ = 0;
  std::uint64_t said_executed_ = 0;
  int lines_ = 0;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace ldfi::app
