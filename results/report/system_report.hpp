// A run about a real system as one HTML page: verdict, counterexamples with their stories and
// pictures, and how to see more. A sweep is a map of its cells, and all this of each of them. The page can be read without its script; all
// that nodes and clients said is escaped.
#pragma once

#include <cstddef>
#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

struct SystemReportOptions {
  std::string file;               ///< the name of the results file, for the commands it shows
  std::string cell;               ///< ` --cell 3`, for these; empty if there is none
  std::size_t most_drawn = 24;    ///< counterexamples with story and picture
  std::size_t most_listed = 500;  ///< rows of a table
  std::size_t most_bytes = std::size_t{24} << 20U;  ///< of pictures
};

[[nodiscard]] std::string system_report(const RunRecord& run, const SystemReportOptions& options);

}  // namespace ldfi::results
