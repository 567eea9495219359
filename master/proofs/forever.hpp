// --forever: proves a claim for every EOT (docs/explanation/forever.md).
#pragma once

#include "master/face/log.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Proves the claim that the options state. If the claim is false, finds the least EOT at which it
/// is false. Then searches the Fspec of that EOT for the least fault set, which is replayed. Prints
/// the result on stdout, as text or as one line of JSON (--summary). Returns status 0 for
/// `certified forever`, 1 for a counterexample, and 2 for everything else. Status 2 includes
/// programs and faults that proofs do not cover, and budgets that run out.
ExitStatus run_forever(const Task& task, const Log& log, Watch& watch);

}  // namespace ldfi::app
