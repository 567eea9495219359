// `--traces`: what recordings of a real system prove, and which faults to try next.
#pragma once

#include "common/config/command_line.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// Prints a JSON line for each fault set to try next, the least first, and one of what is known so
/// far. `certified` if every admissible fault set does what a passing recording does. Throws
/// SourcedError for recordings that are no such thing, and EnvironmentError.
ExitStatus run_traces(const config::Options& options, const Log& log);

}  // namespace ldfi::app
