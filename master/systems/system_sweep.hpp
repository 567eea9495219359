// A sweep of a real system: each cell is a search of its own, in its own Fspec, as a run with that Fspec
// would be. One follows the other, each on all ranks, in one journal.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// The line must have cells. The verdict is that of the worst.
ExitStatus run_system_sweep(const std::vector<std::string>& arguments,
                            const config::CommandLine& line, Ranks& ranks, const Log& log,
                            Watch& watch);

}  // namespace ldfi::app
