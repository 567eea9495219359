// --replay of a real system: executes a fault set, with the requested deliveries, or a case, twice.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Prints the events and the violated promises. Returns 1 if a promise is violated, 0 if none is, and 2 if
/// the result proves nothing: the execution is invalid, does not recur, or differs from the case. Requires
/// --replay.
ExitStatus run_system_replay(const std::vector<std::string>& arguments,
                             const config::CommandLine& line, Ranks& ranks, const Log& log,
                             Watch& watch);

}  // namespace ldfi::app
