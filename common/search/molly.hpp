// The published search [LDFI15 §4.3, App. B Algorithm 1], to be compared with: a formula for each
// good run, built from that run's lineage and solved with that run's faults as seed, one question a
// goal; every minimal model becomes a run, unless it was one before. First come, first run.
//
// With Negation::ignore and conservative it is incomplete: it misses falsifiers that need a fact to
// appear of which the static analysis knows nothing (a crash fact, a promise that the failure-free
// run does not make) or that appears otherwise than it knows. A search that ends without a
// counterexample is `inconclusive`.
//
// With Negation::exact it is complete, and such an end certifies. Proof: let F violate, and let G ⊆
// F have been run and hold (as the empty set has, or G is the counterexample). Some target of G's
// formula is true under F: what differs between the executions of G and F differs because of
// something earlier, or lower in its tick, that differs, down to faults of F ∖ G, and the formula
// has all such reasons. It is monotone, so one of its minimal models M has G ⊂ M ⊆ F, and M is run.
// Going on from M, a chain of growing sets ends in F or in another violating set. The same chain
// shows that every minimal falsifier is run when the search does not stop at the first.
//
// Which sets are run, and in which order, depends on nothing but program and Fspec: the answer is
// the first violating set in that order, whoever runs them and in whatever order they end.
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
  bool all = false;  ///< go on after the first counterexample, to the end
  /// An empty solver for the next run.
  std::function<std::unique_ptr<sat::Solver>()> make_solver;
};

/// `universe` must outlive the strategy. Minimality is known of counterexamples with one fault, and
/// with exact and all, once the search has come to its end.
std::unique_ptr<Strategy> make_molly(const ground::Universe& universe, MollyOptions options);

}  // namespace ldfi::search
