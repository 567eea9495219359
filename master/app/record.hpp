// The RunRecord of a run, before its cells.
#pragma once

#include "master/app/task.hpp"
#include "results/sink.hpp"

namespace ldfi::app {

/// Program texts, options as they took effect, version, start (now, UTC) and number of ranks.
RunRecord make_record(const Task& task, int ranks);

}  // namespace ldfi::app
