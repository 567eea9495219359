// A recording that was made smaller, as the results of a run: the program with what came from outside
// in the recording, and messages that are as late as they were in it. So whatever shows a minimised
// counterexample of a program shows it, too.
#pragma once

#include <string>

#include "common/record/run.hpp"
#include "master/programs/smaller_steps.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Nothing cannot be told so: two messages that a node sends another at one tick, and only one of them
/// arrives, or at another tick; or a message that arrives more than 1,000 ticks late. Then `out` says
/// which, in `problem`, and has no cells.
struct StepsRecord {
  RunRecord record;
  std::string problem;
};

/// Requires stages that violate. Each is executed again; throws what executions throw.
StepsRecord steps_record(const Task& task, const ScheduleFile& file, const SmallerSteps& smaller);

}  // namespace ldfi::app
