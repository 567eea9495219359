// `watch`: a table of a run that goes on elsewhere.
#pragma once

#include "results/app/command_line.hpp"

namespace ldfi::results {

/// Shows the journal until its run is finished, on a terminal in place; with --once or --json, once.
/// Throws InputError for what is no journal, or is damaged for good, and EnvironmentError.
void watch(const CommandLine& line);

}  // namespace ldfi::results
