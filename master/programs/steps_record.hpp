// Writes a smaller recording as the results of a run, so that all views of minimised counterexamples can show
// it. The program then has the external events of the recording, and messages are as late as in the
// recording.
#pragma once

#include <string>

#include "common/record/run.hpp"
#include "master/programs/smaller_steps.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The results, or the reason why a run cannot express the recording. Then `problem` is not empty and the
/// record has no cells. One reason is a message that is more than 1,000 ticks late. Another is that two
/// messages of one channel and tick have different fates.
struct StepsRecord {
  RunRecord record;
  std::string problem;
};

/// Executes each stage again, and makes the results. Requires that each stage violates. Throws what
/// executions throw.
StepsRecord steps_record(const Task& task, const ScheduleFile& file, const SmallerSteps& smaller);

}  // namespace ldfi::app
