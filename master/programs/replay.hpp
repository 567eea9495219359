// Executes a program once, for --replay and --replay-schedule, and reports the execution tick by tick.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints the events of the execution on stdout, as text or as one line of JSON. Returns status 1
/// if a promise that affects the verdict is violated, 2 if a schedule could not be followed, and 0
/// otherwise. Throws SourcedError for faults that the Fspec does not admit, and for a schedule with
/// events that the program cannot have. Requires that the task has a fault set or a schedule.
ExitStatus run_replay(const Task& task, Ranks& ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
