// --replay-schedule of a recording: followed step by step, and made smaller.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints which steps are followed and which are not, and whether the invariant is violated; with
/// --minimise also fewer steps with which it is. Status as that of run_replay(). Throws
/// SourcedError for steps that the program cannot have.
ExitStatus run_steps(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                     Watch& watch);

}  // namespace ldfi::app
