// Checks an invariant that the search has found, by three questions to new SAT solvers. Also writes
// the invariant as text.
#pragma once

#include <string>
#include <vector>

#include "common/prove/forever/ic3.hpp"

namespace ldfi::forever {

/// Returns why the cubes do not prove that `bad` is never true, or an empty text if they prove it.
/// A proof has three parts: the first state is outside all cubes, a step from outside all cubes
/// stays outside, and `bad` is false outside all cubes. Each part has its own solver, so the check
/// does not depend on the search for the cubes.
std::string flaw(const Aig& aig, Wire bad, const std::vector<Cube>& cubes,
                 const MakeSolver& make_solver, const BudgetCheck& check);

/// Returns one line for each cube: a formula that is true at the beginning of every tick, before
/// the rules of that tick apply. Example: `ack(a,b) and not crashed(a) -> log(b)`. Sorted, short
/// lines first.
std::vector<std::string> explain(const Aig& aig, const std::vector<Cube>& cubes);

/// A literal of a clause: the name of a latch in certificates, and whether the latch is true.
struct Word {
  bool holds = true;
  std::string key;
};

/// Returns one clause for each cube. At the beginning of every tick, at least one word of each
/// clause is true.
std::vector<std::vector<Word>> clauses_of(const Aig& aig, const std::vector<Cube>& cubes);

/// Returns how many latches that store facts occur in the cubes.
std::size_t facts_in(const Aig& aig, const std::vector<Cube>& cubes);

}  // namespace ldfi::forever
