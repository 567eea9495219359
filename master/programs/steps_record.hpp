// Makes the results of a run from a smaller recording, so that all views of minimised counterexamples can
// show it. The program of these results has the external events of the recording, and each message is as late
// as in the recording.
#pragma once

#include <string>

#include "common/record/run.hpp"
#include "master/programs/smaller_steps.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The results. If the results of a run cannot express the recording, `record` has no cells and
/// `problem` has the reason. One reason is a message that is more than 1,000 ticks late. Another
/// reason is that two messages of one channel and tick have different fates, for example only one
/// is lost.
struct StepsRecord {
  RunRecord record;
  std::string problem;
};

/// Executes the result of each stage again, and makes the record of the results. Requires that each
/// of these executions violates the promise. Throws what executions throw.
StepsRecord steps_record(const Task& task, const ScheduleFile& file, const SmallerSteps& smaller);

}  // namespace ldfi::app
