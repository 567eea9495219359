// Whether a run of the naive evaluator breaks its promise. Shares nothing with common/dedalus/eval, either.
#pragma once

#include "test/oracle/naive.hpp"

namespace ldfi::test {

/// True if that run breaks the promise of the program, which has no specifications with names.
bool naive_violates(const dedalus::Program& program, const NaiveModel& failure_free,
                    const NaiveModel& run);

}  // namespace ldfi::test
