// The main function of ldfi-results, from the command line to the exit status.
#pragma once

#include <string>
#include <vector>

namespace ldfi::results {

/// Runs with these arguments, of which the first is the name of the program. Returns 0 or an error of
/// ExitStatus.
int run_program(const std::vector<std::string>& arguments);

}  // namespace ldfi::results
