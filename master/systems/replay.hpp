// --replay of a real system: one assignment of faults and deliveries, or one case, is executed twice.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Prints what happened and what is violated. Returns 1 if it is violated, 0 if not, and 2 if nothing is known: the
/// execution is invalid, does not recur, or is not that of the case. Requires --replay.
ExitStatus run_system_replay(const std::vector<std::string>& arguments,
                             const config::CommandLine& line, Ranks& ranks, const Log& log,
                             Watch& watch);

}  // namespace ldfi::app
