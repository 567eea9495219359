// The complete search (SEARCH §4): candidates are models of "no proof yet that this is harmless",
// smallest first and, among the smallest, the first in FaultSet order. Since every fault set before
// the candidate is proved harmless, the first one that violates is the first falsifier there is:
// the same for any number of workers and any seed. Where all minimal falsifiers are wanted, any of
// the smallest candidates will do: together they are the same again.
#pragma once

#include <memory>

#include "common/base/settings.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/strategy.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::search {

struct LineageOptions {
  bool all = false;  ///< all minimal falsifiers instead of the first
  std::uint64_t seed = 1;
  Expansion expand = Expansion::automatic;
  /// Helps where everything is known of the program and the least falsifier is hard to tell from
  /// the formula; may be missing. Must outlive the strategy.
  explore::Scout* scout = nullptr;
  BudgetCheck check{};  ///< the solver's, which goes on being asked beside a scout
};

/// `universe` must outlive the strategy. `solver` is empty and used by nobody else.
std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver, LineageOptions options);

}  // namespace ldfi::search
