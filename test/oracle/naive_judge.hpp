// Decides whether executions of the naive evaluator violate the promise. Shares no code with
// common/dedalus/eval.
#pragma once

#include "test/oracle/naive.hpp"

namespace ldfi::test {

/// Returns true if the execution violates the promise of the program. Requires a program without
/// named specifications.
bool naive_violates(const dedalus::Program& program, const NaiveModel& failure_free,
                    const NaiveModel& run);

}  // namespace ldfi::test
