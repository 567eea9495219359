// `import`: turns another tool's recording into a schedule.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited.hpp"

namespace ldfi::results {

/// Writes the schedule. Throws SourcedError if the log or the names are wrong, and
/// EnvironmentError.
void import_log(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
