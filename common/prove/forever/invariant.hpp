// The proof that IC3 leaves, checked again by three questions to new solvers, and told in words.
#pragma once

#include <string>
#include <vector>

#include "common/prove/forever/ic3.hpp"

namespace ldfi::forever {

/// Nothing if no state that can be reached is in one of the cubes, and none outside has `bad` true:
/// the first state is in none, a step from outside all leads to none, and outside all `bad` is never
/// true. Otherwise what is wrong. Asks a new solver each time, and knows nothing of how the cubes
/// were found.
std::string flaw(const Aig& aig, Wire bad, const std::vector<Cube>& cubes,
                 const MakeSolver& make_solver, const BudgetCheck& check);

/// One line a cube: what holds at the beginning of every tick, before rules of that tick apply.
/// `ack(a,b) and not crashed(a) -> log(b)`. Sorted, short ones first.
std::vector<std::string> explain(const Aig& aig, const std::vector<Cube>& cubes);

/// A latch by its key, and whether it is true.
struct Word {
  bool holds = true;
  std::string key;
};

/// A clause a cube: one of its words is true at the beginning of every tick.
std::vector<std::vector<Word>> clauses_of(const Aig& aig, const std::vector<Cube>& cubes);

/// How many latches of facts occur in the cubes.
std::size_t facts_in(const Aig& aig, const std::vector<Cube>& cubes);

}  // namespace ldfi::forever
