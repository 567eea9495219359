// Derives limits for grounding and for one execution from the budget of a run.
#pragma once

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Returns how large a universe may become: less than the default if memory is limited.
[[nodiscard]] ground::GroundLimits ground_limits(const wire::Budget& budget,
                                                 BudgetCheck check = {});

/// Returns what one execution of the plain evaluator may use: fewer facts than the default if memory is
/// limited.
[[nodiscard]] eval::EvalLimits eval_limits(const wire::Budget& budget, BudgetCheck check = {});

}  // namespace ldfi::execute
