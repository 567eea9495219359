// Runs a config with `system`: real processes instead of a program.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Forks the process that starts all others, if the arguments name a config that may need it. Call
/// it before there are threads, or MPI.
void begin_nursery(const std::vector<std::string>& arguments);

/// `arguments`: the command line, the program's name first.
ExitStatus run_processes(const config::CommandLine& line, const std::vector<std::string>& arguments,
                         int ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
