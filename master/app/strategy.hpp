// The search that the options ask for.
#pragma once

#include <memory>

#include "common/config/options.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/search/strategy.hpp"
#include "master/app/task.hpp"

namespace ldfi::app {

/// What of the options decides how an Fspec is searched.
wire::SearchSettings search_settings(const config::Options& options);
/// The same, with the fault sets that are known.
wire::SearchSettings search_settings(const Task& task);

/// `seed` takes the place of --seed, for one of several searches; `check` is asked while it thinks.
/// `task` and `universe`, which may be missing, must outlive the strategy.
std::unique_ptr<search::Strategy> make_strategy(const Task& task, const ground::Universe* universe,
                                                std::uint64_t seed, BudgetCheck check,
                                                explore::Scout* scout = nullptr);

/// See search::needs_universe.
bool needs_universe(const config::Options& options);

/// True if the strategy fixes its jobs ahead, whatever earlier ones prove: then a second job in a
/// worker's queue hides latency and is not in vain.
bool fixes_jobs_ahead(StrategyName strategy);

}  // namespace ldfi::app
