// The whole of ldfi-results: command line to exit status.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

/// Runs with these arguments (the program's own name first) and returns the status to leave with:
/// 0, or one of ExitStatus's errors.
int run_program(const std::vector<std::string>& arguments);

}  // namespace ldfi::results
