// Decides the outcome of replaying a case (a file with one counterexample of a real system), for
// --replay and --known.
#pragma once

#include "common/record/known_case.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

/// Returns the outcome of the case after `search` has replayed its faults. The outcome is
/// `diverged` if nothing was executed, or if repetitions of the execution differ.
[[nodiscard]] CaseResult result_of(const results::TestCase& one,
                                   const search::SystemStrategy& search);

}  // namespace ldfi::app
