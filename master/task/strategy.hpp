// The search that the options ask for.
#pragma once

#include "common/config/options.hpp"
#include "common/record/job.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// What of the options decides how an Fspec is searched.
SearchSettings search_settings(const config::Options& options);
/// The same, with the fault sets that are known.
SearchSettings search_settings(const Task& task);

/// See search::needs_universe.
bool needs_universe(const config::Options& options);

/// True if the strategy fixes its jobs ahead, whatever earlier ones prove: then a second job in a
/// worker's queue hides latency and is not in vain.
bool fixes_jobs_ahead(StrategyName strategy);

}  // namespace ldfi::app
