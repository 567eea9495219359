// The command `watch`: shows a table of a run while another process executes it.
#pragma once

#include "results/app/command_line.hpp"

namespace ldfi::results {

/// Shows the progress of a run from its journal until the run is finished. On a terminal, each
/// table replaces the previous one. With --once or --json, shows the progress only once. Throws
/// EnvironmentError. Throws InputError if the file is not a journal or remains damaged.
void watch(const CommandLine& line);

}  // namespace ldfi::results
