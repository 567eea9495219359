// The complete search (docs/explanation/search.md#the-loop). Candidates are models of "there is no proof yet that this is
// harmless": smallest first and, among the smallest, first in FaultSet order. Every fault set
// before the candidate is then proved harmless, so the first candidate that violates is the first
// falsifier of all: the same one for any number of workers and any seed. If all minimal falsifiers
// are wanted, any of the smallest candidates will do, because the set of all of them is the same
// again.
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
  /// Helps where the formula is complete and the least falsifier is hard to find in it. May be
  /// null; otherwise it must outlive the strategy.
  explore::Scout* scout = nullptr;
  BudgetCheck check{};  ///< the solver's; still called when a scout helps
  /// What contains one of these is no candidate. None of them is empty, and there is no scout.
  std::vector<FaultSet> known{};
  /// The first falsifier is sought among the first of their mirror images; not with `all` or `known`.
  bool symmetry = true;
};

/// `universe` must outlive the strategy. `solver` is empty, and nobody else uses it. Reports must
/// come from an equal universe: their receiver compares fingerprints, but nobody checks the ids of
/// their lineage.
std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver, LineageOptions options);

}  // namespace ldfi::search
