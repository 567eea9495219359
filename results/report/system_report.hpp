// Writes a run of a real system as one HTML page: the verdict, the counterexamples with
// explanations and pictures, and the commands that show more. The page of a sweep has a map of its
// cells, and then these parts for each cell. The page can be read without its script. All texts
// from nodes and clients are escaped.
#pragma once

#include <cstddef>
#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

struct SystemReportOptions {
  std::string file;  ///< name of the results file, for the commands that the page shows
  std::string cell;  ///< option for these commands, such as ` --cell 3`; empty without a sweep
  std::size_t most_drawn = 24;    ///< most counterexamples with an explanation and a picture
  std::size_t most_listed = 500;  ///< most rows of a table
  std::size_t most_bytes = std::size_t{24}
                           << 20U;  ///< after this many bytes of pictures, no more are drawn
};

[[nodiscard]] std::string system_report(const RunRecord& run, const SystemReportOptions& options);

}  // namespace ldfi::results
