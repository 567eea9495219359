// `--traces`: reports what recordings of a real system prove, and which faults to try next.
#pragma once

#include "common/config/command_line.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// Prints a JSON line for each fault set to try next, the smallest first, and one line with the results so
/// far. The verdict is `certified` if each admissible fault set leads to the same execution as a passing
/// recording. Throws SourcedError for files that are not recordings, and EnvironmentError.
ExitStatus run_traces(const config::Options& options, const Log& log);

}  // namespace ldfi::app
