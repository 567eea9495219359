// Derives limits for grounding and for one execution from the budget of a run.
#pragma once

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Returns the largest allowed size of a universe: less than the default if the budget limits memory.
[[nodiscard]] ground::GroundLimits ground_limits(const wire::Budget& budget,
                                                 BudgetCheck check = {});

/// Returns the limits of one execution of the plain evaluator: fewer facts than the default if the budget
/// limits memory.
[[nodiscard]] eval::EvalLimits eval_limits(const wire::Budget& budget, BudgetCheck check = {});

}  // namespace ldfi::execute
