// What the budget of a run means for grounding and for one execution.
#pragma once

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// How large a universe may become; less than the default under a limit on memory.
[[nodiscard]] ground::GroundLimits ground_limits(const wire::Budget& budget,
                                                 BudgetCheck check = {});

/// What one execution on the plain evaluator may use; fewer facts than the default under a limit on
/// memory.
[[nodiscard]] eval::EvalLimits eval_limits(const wire::Budget& budget, BudgetCheck check = {});

}  // namespace ldfi::execute
