// Why the counterexample violates, for the summary: the story that `ldfi-results diff` tells.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::app {

/// The story of the first falsifier of the cell that decides, a line a step. Empty if there is none,
/// or if to execute it again takes long: `ldfi-results` tells it when asked.
std::string why_text(const RunRecord& run);

}  // namespace ldfi::app
