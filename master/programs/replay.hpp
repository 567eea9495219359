// --replay: one execution under a fault set, told tick by tick.
#pragma once

#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Prints what crashed, which messages arrived and which were lost, tick by tick, then pre, post
/// and what is violated, on stdout (text or one line of JSON). Status 1 if the invariant is
/// violated, else 0.
ExitStatus run_replay(const Task& task, const Log& log);

}  // namespace ldfi::app
