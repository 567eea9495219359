// From settings to a strategy: the one place that knows them all.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

/// Without a universe if there is none: then random and exhaustive search run as ever, and the
/// other two, which prove with it, give way to an exhaustive search of small fault sets. `universe`
/// must outlive the strategy. `check` is asked while it thinks: the budget that it throws comes out
/// of the strategy. `scout` may be missing. Throws what the strategy's maker throws.
std::unique_ptr<Strategy> make_strategy(const Fspec& fspec, const ground::Universe* universe,
                                        const wire::SearchSettings& settings, BudgetCheck check,
                                        explore::Scout* scout = nullptr);

/// True if the strategy proves something with the universe, and can do little without.
[[nodiscard]] bool needs_universe(const wire::SearchSettings& settings);

/// True if `certified` is a proof and the falsifiers are the least ones, so that what was found in
/// one Fspec says something about others of the same EOT.
[[nodiscard]] bool complete(const wire::SearchSettings& settings);

}  // namespace ldfi::search
