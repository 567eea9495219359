// --replay-schedule: one execution in which only what a file says happens, if it can.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints what happened, and which events of the schedule did not. Status as that of run_replay(): an execution that
/// violates nothing proves nothing if an event of the schedule did not happen. Throws UsageError for --minimise, and
/// SourcedError for events that the program cannot have.
ExitStatus run_schedule(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                        Watch& watch);

}  // namespace ldfi::app
