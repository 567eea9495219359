// --replay-schedule of a recording: followed step by step, and made smaller.
#pragma once

#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints which steps are followed and which are not, and whether the invariant is violated; with
/// --minimise also fewer steps with which it is. Status as that of run_schedule(). Throws
/// SourcedError for steps that the program cannot have.
ExitStatus run_steps(const Task& task, const ScheduleFile& file);

}  // namespace ldfi::app
