// Writes the maps of a sweep over a real system as HTML. A map is a table with EFF and EOT as its
// axes, one for each combination of the other limits. Each field links to the part of the page
// about its cell. Private to results/report.
#pragma once

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

[[nodiscard]] std::string map_of_cells(const RunRecord& run);

}  // namespace ldfi::results
