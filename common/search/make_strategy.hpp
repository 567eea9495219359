// Creates strategies from settings. No other file includes all strategies.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

/// Returns the strategy that `settings` name. `universe` and `scout` may be null; the strategy
/// keeps references to them. Without a universe, the strategies lineage and molly, which take their
/// proofs from it, are replaced by an exhaustive search of small fault sets. The strategy calls
/// `check` while it computes; exceptions of `check` pass through. Throws what the constructor of
/// the strategy throws.
std::unique_ptr<Strategy> make_strategy(const Fspec& fspec, const ground::Universe* universe,
                                        const SearchSettings& settings, BudgetCheck check,
                                        explore::Scout* scout = nullptr);

/// Returns true if the strategy takes its proofs from the universe, so that it can do little
/// without one.
[[nodiscard]] bool needs_universe(const SearchSettings& settings);

/// Returns true if the strategy needs the offers of executions. Only the plain evaluator computes
/// offers, so there is no universe then.
[[nodiscard]] bool runs_plain(const SearchSettings& settings);

/// Returns true if a certified verdict of the strategy is a proof, and its falsifiers are the least
/// ones. Then a result for one Fspec has consequences for other Fspecs with the same EOT.
[[nodiscard]] bool complete(const SearchSettings& settings);

}  // namespace ldfi::search
