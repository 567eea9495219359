// The lineage of one execution's outcome, why and why-not, as a derivation graph over the
// universe: for every goal, what made its post hold and its pre not hold, and why each arithmetic
// error happened or did not, down to messages and crashes. It is what hazard analysis turns into
// clauses (SEARCH §3–4). Every live reason is included.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/executor.hpp"

namespace ldfi::ground {

struct Lineage {
  std::vector<std::uint32_t> fired;    ///< instances that fired: why their heads hold
  std::vector<std::uint32_t> refuted;  ///< absent facts: each of their instances fails
  /// Sets of absent facts of a cyclic component: every instance from outside the set fails, so they
  /// could only have supported each other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

/// Explains lane 0 of a finished execution, as far as it is good: not why a goal is violated.
Lineage explain(const Universe& universe, const Executor& run);

}  // namespace ldfi::ground
