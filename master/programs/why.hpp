// Explains in the summary why the counterexample violates a promise, with the text that
// `ldfi-results diff` prints.
#pragma once

#include <string>

#include "common/base/meter.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// Returns the explanation of the counterexample that the summary shows, one line for each step.
/// Empty if there is no counterexample, if the explanation takes too long, or if `check` throws
/// BudgetExceeded. `ldfi-results` can show the explanation later.
std::string why_text(const RunRecord& run, const BudgetCheck& check);

}  // namespace ldfi::app
