// --replay-schedule: one execution with only the events of a file, as far as they are possible.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints the events of the execution, and the events of the schedule that did not happen. Returns the status
/// like run_replay(). A passing execution proves nothing if an event of the schedule did not happen. Throws
/// UsageError for --minimise, and SourcedError for events that the program cannot have.
ExitStatus run_schedule(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                        Watch& watch);

}  // namespace ldfi::app
