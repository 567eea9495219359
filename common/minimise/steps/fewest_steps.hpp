// The fewest steps after which it is violated: all orders of all steps, each state once, those first
// that may need the fewest steps in all (A*).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/minimise/steps/step_world.hpp"

namespace ldfi::minimise {

struct FewestSettings {
  std::uint64_t fewer_than = 0;   ///< steps
  std::uint64_t most_states = 0;  ///< that are kept
  bool rename = true;             ///< states that are mirror images of each other are one
  bool estimate = true;           ///< those that may end sooner come first
};

struct FewestSteps {
  std::vector<Step> steps;     ///< of such a schedule, without times; empty: none was found
  std::uint64_t bound = 0;     ///< nothing with fewer steps violates
  std::uint64_t states = 0;    ///< that were kept
  std::uint64_t received = 0;  ///< steps that were looked at
};

/// `check` may be empty; it is called now and then, and may throw. Then `out` has what is known so
/// far. Throws NotExplored.
void fewest_steps(StepWorld& world, const FewestSettings& settings, const BudgetCheck& check,
                  FewestSteps& out);

}  // namespace ldfi::minimise
