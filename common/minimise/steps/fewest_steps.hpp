// Finds the fewest steps after which the invariant is violated. The search explores all orders of
// all steps, visits each state once, and begins with states that may need the fewest steps in all
// (A*).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/minimise/steps/step_world.hpp"

namespace ldfi::minimise {

struct FewestSettings {
  std::uint64_t fewer_than = 0;   ///< the search looks only for fewer steps than this
  std::uint64_t most_states = 0;  ///< largest number of states that are kept
  bool rename = true;    ///< true if states that are mirror images of each other count as one state
  bool estimate = true;  ///< true if states that may violate sooner are visited first
};

struct FewestSteps {
  std::vector<Step> steps;     ///< fewest steps that violate, without times; empty: none were found
  std::uint64_t bound = 0;     ///< number of steps below which nothing violates
  std::uint64_t states = 0;    ///< number of states that were kept
  std::uint64_t received = 0;  ///< number of steps that were tried
};

/// Searches and writes the result to `out`. `check` may be empty. The search calls `check` from
/// time to time; if `check` throws, `out` has what is known so far. Throws NotExplored.
void fewest_steps(StepWorld& world, const FewestSettings& settings, const BudgetCheck& check,
                  FewestSteps& out);

}  // namespace ldfi::minimise
