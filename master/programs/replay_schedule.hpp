// --replay-schedule: executes a program once, with only the events that a file lists.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints the events of the execution, and the events of the schedule that did not happen. Returns a status
/// like run_replay(). If an event of the schedule did not happen, a passing execution proves nothing. Throws
/// UsageError for --minimise, and SourcedError for events that the program cannot have.
ExitStatus run_schedule(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                        Watch& watch);

}  // namespace ldfi::app
