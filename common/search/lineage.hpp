// The complete search (docs/explanation/search.md#the-loop). Its candidates are the fault sets that
// are not yet proved harmless. The smallest come first and, among sets of equal size, the first in
// FaultSet order. So every fault set before a candidate is harmless, and the first candidate that
// violates a promise is the first falsifier of all. The result is the same for any number of
// workers and any seed. If all minimal falsifiers are wanted, candidates of one size may come in
// any order, because the set of all falsifiers is the same.
#pragma once

#include <memory>

#include "common/base/settings.hpp"
#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/search/strategy.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::search {

struct LineageOptions {
  bool all = false;  ///< find all minimal falsifiers instead of the first
  std::uint64_t seed = 1;
  Expansion expand = Expansion::automatic;
  /// A second search, in another thread, that may find the least falsifier sooner. Helps if the
  /// formula is complete and its least falsifier is hard to find. May be null; otherwise the
  /// strategy keeps a reference.
  explore::Scout* scout = nullptr;
  BudgetCheck check{};  ///< called by the solver, also while a scout runs; may throw
  /// Supersets of these sets are not executed. No set may be empty. Requires that `scout` is null.
  std::vector<FaultSet> known{};
  /// If true, the search for the first falsifier tries only one of several fault sets that differ
  /// only by a swap of interchangeable nodes. Has no effect with `all` or `known`.
  bool symmetry = true;
};

/// Returns the strategy, which keeps a reference to `universe`. `solver` must be empty and used by
/// no other object. Reports must come from an equal universe. The caller must compare the
/// fingerprints of reports, because the strategy does not check the ids in their lineage.
std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver, LineageOptions options);

}  // namespace ldfi::search
