// The RunRecord of a run, before its cells.
#pragma once

#include "master/app/task.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// Program texts, options as they took effect, version, start (now, UTC) and number of ranks.
RunRecord make_record(const Task& task, int ranks);

/// Throws UsageError if one of these names is that of an input, includes too, whatever their names are.
/// Names under which older files are kept need no check: only free ones are taken.
void refuse_inputs(const Task& task, const std::vector<std::string>& written);

}  // namespace ldfi::app
