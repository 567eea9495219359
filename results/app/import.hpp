// `import`: a recording of another tool as a schedule.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited.hpp"

namespace ldfi::results {

/// Writes the schedule. Throws SourcedError for a log or names that are wrong, and
/// EnvironmentError.
void import_log(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
