// --check: what is known about a program and an Fspec before any search.
#pragma once

#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints the sizes of program, fault space and universe, and the failure-free run's outcome on
/// stdout (text or one line of JSON, as --summary says). Status 0, or 1 if the failure-free run is
/// broken, or 2 if the universe exceeds its limits.
ExitStatus run_check(const Task& task, const Log& log);

}  // namespace ldfi::app
