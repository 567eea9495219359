// --forever: a proof for every EOT (docs/explanation/forever.md).
#pragma once

#include "master/face/log.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Proves the claim that the options make, or finds the least EOT at which it is false and searches
/// the Fspec of that EOT for the least fault set, which is replayed. Prints what came out on stdout
/// (text or one line of JSON, as --summary says). Status 0: certified for ever; 1: counterexample; 2:
/// everything else, also programs and faults that are not covered, and budgets that run out.
ExitStatus run_forever(const Task& task, const Log& log, Watch& watch);

}  // namespace ldfi::app
