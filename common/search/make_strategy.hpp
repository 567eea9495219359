// Makes a strategy from settings; nothing else knows all of them.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

/// Makes the strategy that `settings` name. `universe` is null if there is none, and must outlive
/// the strategy otherwise. Without a universe, random, exhaustive and fts work as ever; the other
/// two need it for their proofs, and an exhaustive search of small fault sets takes their place.
/// The strategy calls `check` while it computes, and lets its exceptions pass. `scout` may be null.
/// Throws what the strategy's maker throws.
std::unique_ptr<Strategy> make_strategy(const Fspec& fspec, const ground::Universe* universe,
                                        const SearchSettings& settings, BudgetCheck check,
                                        explore::Scout* scout = nullptr);

/// True if the strategy draws its proofs from the universe, and can do little without one.
[[nodiscard]] bool needs_universe(const SearchSettings& settings);

/// True if the strategy asks what executions offer, which the plain evaluator alone knows: then there is
/// no universe.
[[nodiscard]] bool runs_plain(const SearchSettings& settings);

/// True if `certified` is a proof and the falsifiers are the least ones. Then a result for one
/// Fspec says something about others of the same EOT.
[[nodiscard]] bool complete(const SearchSettings& settings);

}  // namespace ldfi::search
