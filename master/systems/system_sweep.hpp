// A sweep of a real system. Each cell is searched like a run with the Fspec of the cell. The cells follow one
// another, each on all ranks, and share one journal.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Searches all cells. The verdict is the worst verdict of a cell. Requires a command line with cells.
ExitStatus run_system_sweep(const std::vector<std::string>& arguments,
                            const config::CommandLine& line, Ranks& ranks, const Log& log,
                            Watch& watch);

}  // namespace ldfi::app
