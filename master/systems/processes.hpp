// Runs a config with the key `system`, whose nodes are processes instead of parts of a program.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Searches or replays on all ranks. A search keeps its journal beside its output. Returns the exit status.
ExitStatus run_processes(const std::vector<std::string>& arguments, const config::CommandLine& line,
                         Ranks& ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
