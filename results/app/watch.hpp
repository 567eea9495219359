// The command `watch`: shows a table of a run while another process executes it.
#pragma once

#include "results/app/command_line.hpp"

namespace ldfi::results {

/// Shows the progress in the journal until its run is finished, in place if stdout is a terminal. Shows it
/// once with --once or --json. Throws EnvironmentError, or InputError if the file is not a journal or stays
/// damaged.
void watch(const CommandLine& line);

}  // namespace ldfi::results
