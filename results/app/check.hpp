// The command `check`: judges a recorded history.
#pragma once

#include "results/app/command_line.hpp"
#include "results/app/limited_run.hpp"

namespace ldfi::results {

/// Judges the history in the file that the command line names, and prints the result. Returns
/// status 0 if the history passes, 1 if it violates a rule of the checker, and 2 if nothing was
/// judged or the result is undecided. Throws InputError if the file is not a history, and
/// EnvironmentError if it cannot be read.
int check_history(const CommandLine& line, Stage& stage);

}  // namespace ldfi::results
