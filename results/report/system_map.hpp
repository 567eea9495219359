// The map of a sweep of a real system: EFF by EOT, one for each combination of what else differs. Each
// field leads to the part of the page that is about its cell. Private to results/report.
#pragma once

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

[[nodiscard]] std::string map_of_cells(const RunRecord& run);

}  // namespace ldfi::results
