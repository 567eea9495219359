// Finds fewer steps of a recording that still violate the promise: first by delta debugging, then by
// exploring all orders of the steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/eval/model.hpp"
#include "common/minimise/steps/steps.hpp"
#include "master/programs/schedule_file.hpp"

namespace ldfi::app {

/// A step of the recording that happened in the execution.
struct StepTaken {
  int at = 0;
  minimise::StepFact fact;  ///< the fact of the step
  std::optional<std::pair<NodeId, NodeId>> channel{};
  int sent = 0;  ///< tick at which the message was sent, if the step is a message
};

struct StepsStage {
  /// Name of the stage: followed, recording, type, pairs, orders; empty if a budget ended.
  std::string name;
  std::size_t steps = 0;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;  ///< number of states that the exploration of orders stored
  /// No execution with fewer steps than this violates the promise. Nullopt if nothing is proved.
  std::optional<std::uint64_t> bound{};
  std::string claim{};
  std::vector<StepTaken> taken{};  ///< steps that are left after the stage
};

struct StepLeft {
  int at = 0;
  int line = 0;  ///< line in the file, or 0 if the step is not in the file
  std::string from;
  std::string to;
  std::string fact;
};

struct SmallerSteps {
  std::vector<StepsStage> stages;
  std::vector<StepLeft> steps;
  std::vector<std::string> violated;
  std::string ended;                   ///< name of the budget that ended the reduction, or empty
  std::vector<std::string> externals;  ///< external events whose orders were explored
};

/// The input of the reductions.
struct StepsTask {
  const dedalus::Program& program;
  const Fspec& fspec;
  const ScheduleFile& file;
  eval::EvalLimits limits;
  std::function<void()> count;      ///< called before each execution; throws to end the reduction
  const std::uint64_t& executions;  ///< number of executions so far
  BudgetCheck check;                ///< check of the limits; may be empty
  std::uint64_t most_states = 0;    ///< most states of the exploration of orders; 0 skips it
};

/// Returns the steps of the recording that happened in the execution `followed`, as text.
[[nodiscard]] std::vector<StepLeft> steps_left(const minimise::StepFollower& follower,
                                               const ScheduleFile& file,
                                               const minimise::StepsFollowed& followed);

/// Reduces the steps in `followed`. Requires that the execution in `followed` violates the promise,
/// and that it is the last execution of `follower`.
SmallerSteps smaller_steps(const StepsTask& task, minimise::StepFollower& follower,
                           const minimise::StepsFollowed& followed);

}  // namespace ldfi::app
