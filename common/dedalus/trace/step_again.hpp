// Repeats the step from one tick of a finished execution to the next, as if no message could be
// lost. The result shows which messages nodes tried to send.
#pragma once

#include <deque>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::trace {

class StepAgain {
 public:
  /// `program` and `fspec` must outlive this object.
  StepAgain(const dedalus::Program& program, const Fspec& fspec, const eval::EvalLimits& limits)
      : program_(program), step_(program, fspec, limits, {}) {}

  /// Calls `take` with each row that the tick `at` of the execution passes to the next tick, as if
  /// no message could be lost. `model` is the execution under `faults`. The rows include messages
  /// of crashed nodes. Rows whose arithmetic fails are left out: because the execution had no
  /// error, it lost these rows. Throws as Stepper does.
  void from(Time at, const FaultSet& faults, const eval::Model& model,
            const eval::Stepper::Take& take);

 private:
  void load(Time at, const eval::Model& model);
  void add(std::uint32_t table, RelationId relation, Time at, const eval::Model& model);

  const dedalus::Program& program_;
  eval::Stepper step_;
  std::deque<eval::Tuple> tuples_;
  std::vector<eval::Stepper::Row> rows_;
};

/// Returns true if a fault of the sending node, such as a crash, prevents the message of this
/// channel.
bool is_silent(const FaultSet& faults, const Channel& channel);

}  // namespace ldfi::trace
