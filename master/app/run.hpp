// The whole program in one process: command line to exit status. run_ranks.hpp is the same over
// MPI.
#pragma once

#include <string>
#include <vector>

namespace ldfi::app {

/// Runs ldfi-farm with these arguments (the program's own name first) and returns the status to
/// leave with: one of ExitStatus, always.
int run(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
