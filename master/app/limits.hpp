// The limits of time and memory, for computations in this process that only they would end.
#pragma once

#include "common/config/options.hpp"
#include "common/eval/model.hpp"

namespace ldfi::app {

/// Throws BudgetExceeded once `seconds()`, which counts from the start of the run, is beyond
/// --time-limit, or the process uses more than --memory-limit. Empty if there is neither.
BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds);
/// As above, with a time that starts here.
BudgetCheck budget_check(const config::Options& options);

/// What one execution on the plain evaluator may use; less facts than the default under a memory
/// limit.
eval::EvalLimits eval_limits(const config::Options& options, BudgetCheck check);

}  // namespace ldfi::app
