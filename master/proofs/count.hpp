// --count: counts the fault sets of the Fspec that violate the invariant (docs/explanation/counting.md).
#pragma once

#include "master/face/log.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Counts, and prints the result on stdout, as text or as one line of JSON (--summary). Returns the
/// status of the verdict that follows from the counts. Returns 2 if a budget ran out, or if no
/// execution violates the invariant and some end in arithmetic errors. Throws UsageError for
/// programs and faults that cannot be counted.
ExitStatus run_count(const Task& task, const Log& log, Watch& watch);

}  // namespace ldfi::app
