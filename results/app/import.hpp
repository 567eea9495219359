// The command `import`: converts a recording of another tool to a schedule, the events of one
// execution.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited_run.hpp"

namespace ldfi::results {

/// Converts the file that the command line names, and writes the schedule. Throws EnvironmentError.
/// Throws SourcedError if the recording or the file of names has errors.
void import_log(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
