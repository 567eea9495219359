// --forever: proves a claim for every EOT (docs/explanation/forever.md).
#pragma once

#include "master/face/log.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Proves the claim that the options state. If it is false, finds the least EOT at which it is false, and
/// searches the Fspec of that EOT for the least fault set. That fault set is replayed. Prints the result
/// on stdout (text or one line of JSON, according to --summary). Status 0: certified forever; 1:
/// counterexample; 2: everything else, including programs and faults that are not covered, and budgets
/// that run out.
ExitStatus run_forever(const Task& task, const Log& log, Watch& watch);

}  // namespace ldfi::app
