// A sweep of a real system. Each Fspec (cell) is searched like the Fspec of a single run. The
// searches follow one another, each on all ranks, and share one journal.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Searches all cells. The verdict of the run is the worst verdict of a cell. Requires a command
/// line with cells.
ExitStatus run_system_sweep(const std::vector<std::string>& arguments,
                            const config::CommandLine& line, Ranks& ranks, const Log& log,
                            Watch& watch);

}  // namespace ldfi::app
