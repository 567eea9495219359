// The complete search (docs/explanation/search.md#the-loop). Candidates are models of "there is no
// proof yet that this fault set is harmless". They come smallest first and, among the smallest, in
// FaultSet order. Every fault set before a candidate is proved harmless, so the first candidate
// that violates is the first falsifier of all. It is the same for any number of workers and any
// seed. If all minimal falsifiers are wanted, candidates of one size may come in any order, because
// the set of all falsifiers is the same.
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
  /// Helps if the formula is complete and its least falsifier is hard to find. May be null;
  /// otherwise the strategy keeps a reference.
  explore::Scout* scout = nullptr;
  BudgetCheck check{};  ///< called by the solver, also while a scout runs
  /// Supersets of these sets are not candidates. None of the sets is empty. Requires that there is
  /// no scout.
  std::vector<FaultSet> known{};
  /// Search the first falsifier only among fault sets that are first among their mirror images. Has
  /// no effect with `all` or `known`.
  bool symmetry = true;
};

/// Keeps a reference to `universe`. `solver` must be empty and used by nobody else. Reports must
/// come from an equal universe: their receiver compares fingerprints, but nobody checks the ids of
/// their lineage.
std::unique_ptr<Strategy> make_lineage(const ground::Universe& universe,
                                       std::unique_ptr<sat::Solver> solver, LineageOptions options);

}  // namespace ldfi::search
