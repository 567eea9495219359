// Makes the settings of a search from the options of a run.
#pragma once

#include "common/config/options.hpp"
#include "common/record/job.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the settings that decide how an Fspec is searched.
SearchSettings search_settings(const config::Options& options);
/// Returns the settings for the options of the task, with its known fault sets.
SearchSettings search_settings(const Task& task);

/// Returns true if the strategy needs a universe (the set of all facts that can hold), see
/// search::needs_universe().
bool needs_universe(const config::Options& options);

/// Returns true if the strategy fixes its jobs independently of earlier answers. Then a second job in a
/// worker's queue hides latency, and is never wasted.
bool fixes_jobs_ahead(StrategyName strategy);

}  // namespace ldfi::app
