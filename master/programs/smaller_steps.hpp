// Fewer steps of a recording that violate: delta debugging, then all orders of all steps.
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

/// A step that was followed.
struct StepTaken {
  int at = 0;
  minimise::Said fact;  ///< what was given
  std::optional<std::pair<NodeId, NodeId>> channel{};
  int sent = 0;  ///< of a message: its tick
};

struct StepsStage {
  std::string name;  ///< followed, recording, type, pairs, orders
  std::size_t steps = 0;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;              ///< that were explored
  std::optional<std::uint64_t> bound{};  ///< nothing with fewer steps violates
  std::string claim{};
  std::vector<StepTaken> taken{};  ///< what is left
};

struct StepLeft {
  int at = 0;
  int line = 0;  ///< of the file; 0: it has no such step
  std::string from;
  std::string to;
  std::string fact;
};

struct SmallerSteps {
  std::vector<StepsStage> stages;
  std::vector<StepLeft> steps;
  std::vector<std::string> violated;
  std::string ended;                   ///< the budget that ended it
  std::vector<std::string> externals;  ///< events from outside, of which each order was explored
};

/// What the reductions need to know.
struct StepsTask {
  const dedalus::Program& program;
  const Fspec& fspec;
  const ScheduleFile& file;
  eval::EvalLimits limits;
  std::function<void()> count;      ///< before each execution; may throw
  const std::uint64_t& executions;  ///< that were counted
  BudgetCheck check;                ///< may be empty
  std::uint64_t most_states = 0;    ///< of the orders; 0: these are not explored
};

/// Texts of the steps that were followed.
[[nodiscard]] std::vector<StepLeft> steps_left(const minimise::StepFollower& follower,
                                               const ScheduleFile& file,
                                               const minimise::StepsFollowed& followed);

/// Requires that `followed` violates, and is what `follower` has followed last.
SmallerSteps smaller_steps(const StepsTask& task, minimise::StepFollower& follower,
                           const minimise::StepsFollowed& followed);

}  // namespace ldfi::app
