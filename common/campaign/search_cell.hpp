// Searches one Fspec in one process, which executes one job after the other. In a sweep, each
// worker searches an Fspec (cell) in this way.
#pragma once

#include "common/campaign/host.hpp"
#include "common/campaign/subject.hpp"
#include "common/record/cell.hpp"
#include "common/record/job.hpp"

namespace ldfi::campaign {

/// Searches the subject with these settings and returns the cell. With `probe`, only judges the
/// failure-free run; see run(). If a budget runs out, the cell is `inconclusive`. Throws what run()
/// throws.
[[nodiscard]] Cell search_cell(Subject& subject, const SearchSettings& settings, const Host& host,
                               const HostLimits& limits, bool probe = false);

}  // namespace ldfi::campaign
