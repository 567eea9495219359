// --check: prints the sizes of a program's universe (all facts that can hold under some faults) and
// of its fault space (all admissible fault sets). Executes only the failure-free run.
#pragma once

#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints the sizes of program, fault space and universe, and the outcome of the failure-free run
/// on stdout, as text or as one line of JSON (--summary). Returns status 0, or 1 if the
/// failure-free run violates a promise, or 2 if the universe exceeds its limits.
/// if the universe exceeds its limits.
ExitStatus run_check(const Task& task, const Log& log);

}  // namespace ldfi::app
