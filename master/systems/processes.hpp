// Runs a config with `system`: real processes instead of a program.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Searches, or replays, on all ranks. A journal is kept beside the output of a search.
ExitStatus run_processes(const std::vector<std::string>& arguments, const config::CommandLine& line,
                         Ranks& ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
