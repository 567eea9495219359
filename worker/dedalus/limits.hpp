// Computes limits for grounding a program and for one execution from the budget of a run.
#pragma once

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Returns the largest allowed universe: the default, or less if the budget limits facts or memory.
[[nodiscard]] ground::GroundLimits ground_limits(const wire::Budget& budget,
                                                 BudgetCheck check = {});

/// Returns the limits of one execution by the plain evaluator: the default, or less if the budget
/// limits facts or memory.
[[nodiscard]] eval::EvalLimits eval_limits(const wire::Budget& budget, BudgetCheck check = {});

}  // namespace ldfi::execute
