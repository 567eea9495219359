// The progress lines of a run about a program. common/config/progress_columns.hpp and --help say what the columns mean.
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

/// What bounds a run, of which the progress lines say what is left. A missing budget is unlimited.
struct Budget {
  std::optional<double> seconds;
  std::optional<std::uint64_t> runs;
  bool enumerates = false;  ///< the frontier is all that is left to run
};

/// The values of one line, besides its Pace.
struct ProgressRow {
  std::string cell;
  schedule::Progress progress;
  Budget budget;
};

/// The names of the columns, or the values below them; without a line break.
std::string progress_header();
std::string progress_line(const ProgressRow& row, const Pace& pace);

class ProgramProgress {
 public:
  /// Prints nothing if `quiet`. `elapsed`: see ProgressLines.
  ProgramProgress(bool quiet, std::string cell, Budget budget, std::function<double()> elapsed);

  /// Sets what later lines show.
  void update(const schedule::Progress& progress);

 private:
  ProgressRow row_;
  ProgressLines lines_;
};

}  // namespace ldfi::app
