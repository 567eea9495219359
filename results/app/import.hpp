// The command `import`: makes a schedule from the recording of another tool.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited_run.hpp"

namespace ldfi::results {

/// Writes the schedule. Throws SourcedError if the recording or the file of names has errors, and
/// EnvironmentError.
void import_log(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
