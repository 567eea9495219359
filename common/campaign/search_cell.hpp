// A campaign in one process: its search takes one job after the other. So a worker searches a cell of a sweep while
// others search other cells.
#pragma once

#include "common/campaign/host.hpp"
#include "common/campaign/subject.hpp"
#include "common/record/cell.hpp"
#include "common/record/job.hpp"

namespace ldfi::campaign {

/// Searches the subject with these settings. `probe`: see run(). A budget that runs out makes the cell
/// `inconclusive`. Throws what run() throws.
[[nodiscard]] Cell search_cell(Subject& subject, const SearchSettings& settings, const Host& host,
                               const HostLimits& limits, bool probe = false);

}  // namespace ldfi::campaign
