// --replay-schedule: one execution in which just what a file says happens, if it can.
#pragma once

#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints what happened on stdout (text or one line of JSON), and what of the schedule did not. Status
/// 1 if the invariant is violated; else 2 if something of the schedule did not happen, which is
/// then no proof of anything; else 0. Throws SourcedError for a file that says what cannot be.
ExitStatus run_schedule(const Task& task, const Log& log);

}  // namespace ldfi::app
