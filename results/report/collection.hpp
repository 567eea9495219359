// Several runs as one HTML page that needs neither server nor network: a table of them, and below it
// the report of the one that was chosen, as it would be on a page of its own.
#pragma once

#include <string>
#include <vector>

#include "common/record/run.hpp"

namespace ldfi::results {

/// One of the runs.
struct CollectedRun {
  std::string file;     ///< the name of its results file
  std::string subject;  ///< the program, or the real system
  std::string fspec;
  std::string verdict;     ///< of the run
  std::string falsifiers;  ///< how many
  std::string executions;  ///< how many
  double wall_s = 0;
  std::string page;  ///< its report: report(), or system_report()
};

/// What the table says of a run: all but `page`.
[[nodiscard]] CollectedRun collected(const RunRecord& run, const std::string& file);

/// The page opens at the first of those with the worst verdict.
[[nodiscard]] std::string collection(const std::vector<CollectedRun>& runs);

}  // namespace ldfi::results
