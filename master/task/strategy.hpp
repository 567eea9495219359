// Translates options into the settings of a search.
#pragma once

#include "common/config/options.hpp"
#include "common/record/job.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the settings that decide how an Fspec is searched.
SearchSettings search_settings(const config::Options& options);
/// Returns the settings of the task, with its known fault sets.
SearchSettings search_settings(const Task& task);

/// See search::needs_universe.
bool needs_universe(const config::Options& options);

/// True if the strategy fixes its jobs independently of earlier results. Then a second job in a worker's
/// queue hides latency and is never wasted.
bool fixes_jobs_ahead(StrategyName strategy);

}  // namespace ldfi::app
