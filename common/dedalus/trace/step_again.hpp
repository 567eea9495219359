// The step from one tick of a finished execution to the next, once more and as if nothing could be
// lost: what nodes attempted.
#pragma once

#include <deque>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::trace {

class StepAgain {
 public:
  /// `program` and `fspec` must outlive it.
  StepAgain(const dedalus::Program& program, const Fspec& fspec, const eval::EvalLimits& limits)
      : program_(program), step_(program, fspec, limits, {}) {}

  /// Calls `take` with each row of the tick after `at` in the execution `model` under `faults`. What a
  /// node sends while it has crashed is among them; what arithmetic fails to compute is not, as it did not
  /// get through in the execution, which has no error. Throws as Stepper does.
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

/// True if a fault of the sender keeps it from sending.
bool is_silent(const FaultSet& faults, const Channel& channel);

}  // namespace ldfi::trace
