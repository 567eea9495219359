// Finds the smallest number of steps after which the invariant is violated. The search explores all
// orders of all steps, visits each state once, and begins with states that may need the fewest
// steps in all (A*).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/minimise/steps/step_world.hpp"

namespace ldfi::minimise {

struct FewestSettings {
  std::uint64_t fewer_than = 0;   ///< the search looks only for fewer steps than this number
  std::uint64_t most_states = 0;  ///< largest number of states that are kept in memory
  bool rename = true;    ///< true if states that differ only by a swap of interchangeable nodes
                         ///< count as one state
  bool estimate = true;  ///< true if states that may lead to a violation sooner are visited first
};

struct FewestSteps {
  /// The fewest steps that violate the invariant, without times; empty if none were found.
  std::vector<Step> steps;
  std::uint64_t bound = 0;     ///< no smaller number of steps violates the invariant
  std::uint64_t states = 0;    ///< number of states that were kept in memory
  std::uint64_t received = 0;  ///< number of steps that were tried
};

/// Searches, and writes the result to `out`. Calls `check` from time to time, unless it is empty.
/// If `check` throws, `out` has what is known so far. Throws NotExplored if the program does not
/// allow such a search.
void fewest_steps(StepWorld& world, const FewestSettings& settings, const BudgetCheck& check,
                  FewestSteps& out);

}  // namespace ldfi::minimise
