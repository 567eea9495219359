// `check`: judges a history that somebody recorded.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited.hpp"

namespace ldfi::results {

/// Prints the result. Returns its exit status: 0 if the history passes, 1 if it violates, 2 if nothing in
/// it was judged or it is undecided. Throws InputError for a file that is not a history, and
/// EnvironmentError if it cannot be read.
int check_history(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
