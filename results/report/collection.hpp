// Writes several runs as one HTML page that needs neither server nor network. The page has a table
// of the runs, and below it the report on the run that the reader chooses.
#pragma once

#include <string>
#include <vector>

#include "common/record/run.hpp"

namespace ldfi::results {

/// A run on the page: its row in the table, and its report.
struct CollectedRun {
  std::string file;     ///< name of the results file
  std::string subject;  ///< the program, or the real system
  std::string fspec;
  std::string verdict;     ///< verdict of the cell that decided the run's verdict, or of the cell
                           ///< with the worst verdict
  std::string falsifiers;  ///< number of counterexamples in the cell of `verdict`
  std::string executions;  ///< number of executions in all cells
  double wall_s = 0;
  std::string page;  ///< the run's report, from report() or system_report()
};

/// Returns the row of a run for the table. Leaves the member `page` empty, for the caller to fill
/// in.
[[nodiscard]] CollectedRun collected(const RunRecord& run, const std::string& file);

/// Returns the page. When it is opened, it shows the first run with the worst verdict.
[[nodiscard]] std::string collection(const std::vector<CollectedRun>& runs);

}  // namespace ldfi::results
