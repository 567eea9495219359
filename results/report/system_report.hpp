// Writes a run of a real system as one HTML page: the verdict, the counterexamples with stories and
// pictures, and the commands that show more. The page of a sweep has a map of the cells, and the same parts
// for each cell. The page can be read without its script. All texts from nodes and clients are escaped.
#pragma once

#include <cstddef>
#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

struct SystemReportOptions {
  std::string file;  ///< name of the results file, for the commands that the page shows
  std::string cell;  ///< ` --cell 3`, an option for these commands; empty if the run is not a sweep
  std::size_t most_drawn = 24;    ///< largest number of counterexamples with story and picture
  std::size_t most_listed = 500;  ///< largest number of rows of a table
  std::size_t most_bytes = std::size_t{24}
                           << 20U;  ///< no more pictures are drawn once they have this many bytes
};

[[nodiscard]] std::string system_report(const RunRecord& run, const SystemReportOptions& options);

}  // namespace ldfi::results
