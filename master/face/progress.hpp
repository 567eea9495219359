// Prints the progress lines of a run about a program. The columns are explained in
// common/config/progress_columns.hpp and in --help.
//
//   ProgramProgress progress(quiet, "6/4/1", budget, elapsed);
//   options.reporter = [&progress](const auto& now) { progress.update(now); };
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "master/face/progress_lines.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::app {

/// The limits of a run. Progress lines show how much of each is left. A limit without a value is unlimited.
struct Budget {
  std::optional<double> seconds;
  std::optional<std::uint64_t> runs;
  /// true if the strategy executes a list of fault sets, so that a progress line can show how many
  /// are left
  bool enumerates = false;
};

/// The values of one progress line, except those in Pace.
struct ProgressRow {
  std::string cell;
  schedule::Progress progress;
  Budget budget;
};

/// Return the names of the columns, and a line of values for these columns, both without a line break.
std::string progress_header();
std::string progress_line(const ProgressRow& row, const Pace& pace);

class ProgramProgress {
 public:
  /// Prints nothing if `quiet`. `elapsed` returns the seconds since the run began, see ProgressLines.
  ProgramProgress(bool quiet, std::string cell, Budget budget, std::function<double()> elapsed);

  /// Sets the progress that the next lines show.
  void update(const schedule::Progress& progress);

 private:
  ProgressRow row_;
  ProgressLines lines_;
};

}  // namespace ldfi::app
