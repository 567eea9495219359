// --count: how many fault sets of the Fspec violate the invariant (docs/explanation/counting.md).
#pragma once

#include "master/face/log.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Counts, and prints what came out on stdout (text or one line of JSON, as --summary says). The
/// status is that of the verdict that the counts make; 2 if a budget ends them, or if executions end in arithmetic errors and
/// none violates. Throws UsageError for what is not counted.
ExitStatus run_count(const Task& task, const Log& log, Watch& watch);

}  // namespace ldfi::app
