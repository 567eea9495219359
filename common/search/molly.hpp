// The published search [LDFI15 §4.3, App. B Algorithm 1], for comparison. Each good run gets a
// formula from its lineage, which is solved with the run's faults as seed, one question for each
// goal. Every minimal model becomes a run unless it was one before. Runs are executed in the order
// in which they were found.
//
// With Negation::ignore and conservative, the search is incomplete. It misses falsifiers that need
// a fact to appear of which the static analysis knows nothing (a crash fact, or a promise that the
// failure-free run does not make), or which appears in another way than it assumes. A search that
// ends without a counterexample is `inconclusive`.
//
// With Negation::exact it is complete, and such an end certifies. Proof: let F violate, and let G ⊆
// F be a set that was run and holds. (The empty set is one, or else it is the counterexample.) Then
// some target of G's formula is true under F: a difference between the executions of G and F has
// its cause in a difference that is earlier, or lower in the same tick, down to the faults of F ∖
// G, and the formula contains all such causes. The formula is monotone, so one of its minimal
// models M has G ⊂ M ⊆ F, and M is run. Continuing from M, a chain of growing sets ends in F or in
// another violating set. The same chain shows that every minimal falsifier is run if the search
// does not stop at the first.
//
// Which sets are run, and in which order, depends on nothing but the program and the Fspec. The
// answer is the first violating set in that order, whoever runs the sets and in whatever order they
// end.
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
  bool all = false;  ///< continue after the first counterexample, to the end
  /// Makes an empty solver for the formula of one run.
  std::function<std::unique_ptr<sat::Solver>()> make_solver;
};

/// `universe` must outlive the strategy. A counterexample is known to be minimal if it has one
/// fault, and with `exact` and `all` once the search has ended.
std::unique_ptr<Strategy> make_molly(const ground::Universe& universe, MollyOptions options);

}  // namespace ldfi::search
