// Runs ldfi-farm in one process, from the command line to the exit status. run_ranks.hpp does the same over
// MPI.
#pragma once

#include <string>
#include <vector>

namespace ldfi::app {

/// Runs ldfi-farm with these arguments (the program's own name first). Always returns an ExitStatus.
int run(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
