// Why the counterexample violates, for the summary: the story that `ldfi-results diff` tells.
#pragma once

#include <string>

#include "common/base/meter.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// The story of the falsifier that the summary shows, a line a step. Empty if there is none, if
/// it takes long, or if `check` throws BudgetExceeded: `ldfi-results` tells it when asked.
std::string why_text(const RunRecord& run, const BudgetCheck& check);

}  // namespace ldfi::app
