// The published search [LDFI15 §4.3, App. B Algorithm 1], for comparison. Each run that violates
// nothing gets a formula from its lineage. The formula is solved once for each goal, and its models
// contain the faults of the run. Every minimal model is the fault set of a further run, unless it
// was run before. Runs are executed in the order in which they were found.
//
// With Negation::ignore and conservative, the search is incomplete. It misses falsifiers that need
// a fact to appear in a way which the static analysis does not assume. Examples are a crash fact,
// or a promise that the failure-free run does not make. A search that ends without a counterexample
// is `inconclusive`.
//
// With Negation::exact the search is complete, and a search that ends without a counterexample
// certifies. Proof: let F violate, and let G ⊆ F be a set that was run and holds. (The empty set is
// one; otherwise it is the counterexample.) Then some target of G's formula is true under F.
// Reason: a difference between the executions of G and F is caused by a difference that is earlier,
// or lower in the same tick, down to the faults of F ∖ G. The formula contains all such causes. It
// is monotone, so one of its minimal models M has G ⊂ M ⊆ F, and M is run. Continuing from M, a
// chain of growing sets ends in F or in another violating set. By the same chain, every minimal
// falsifier is run if the search does not stop at the first.
//
// The runs and their order depend only on the program and the Fspec. The answer is the first
// violating set in that order, whichever workers run the sets and in whatever order they finish.
#pragma once

#include <functional>
#include <memory>

#include "common/dedalus/ground/universe.hpp"
#include "common/search/run_formula.hpp"
#include "common/search/strategy.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::search {

struct MollyOptions {
  Negation negation = Negation::exact;
  bool all = false;  ///< true: continue after the first counterexample until all runs were executed
  /// Returns an empty solver. Called once for the formula of each run.
  std::function<std::unique_ptr<sat::Solver>()> make_solver;
};

/// Returns the strategy, which keeps a reference to `universe`. A counterexample is known to be
/// minimal if it has one fault. With `exact` and `all`, every counterexample is minimal once the
/// search has ended.
std::unique_ptr<Strategy> make_molly(const ground::Universe& universe, MollyOptions options);

}  // namespace ldfi::search
