// --replay-schedule with a recording: executes the recording step by step, and makes it smaller.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/programs/schedule_file.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints which steps of the recording happen in the execution and which do not, and whether the
/// invariant is violated. With --minimise, also prints a shorter recording that violates the
/// invariant. Returns a status like run_replay(). Throws SourcedError for steps that the program
/// cannot have.
ExitStatus run_steps(const Task& task, const ScheduleFile& file, Ranks& ranks, const Log& log,
                     Watch& watch);

}  // namespace ldfi::app
