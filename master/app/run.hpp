// The whole program: MPI ranks or one process, command line to exit status.
#pragma once

#include <string>
#include <vector>

namespace ldfi::app {

/// Runs ldfi-farm with these arguments (the program's own name first) and returns the status to
/// leave with: one of ExitStatus, always. Under MPI every rank comes here and gets the status
/// of rank 0.
int run(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
