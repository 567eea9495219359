// The lineage of one execution's outcome, why and why-not, as a derivation graph over the
// universe: for every goal, what made its post hold and its pre not hold, and why each arithmetic
// error happened or did not, down to messages and crashes. It is what hazard analysis turns into
// clauses (SEARCH §3–4). Every live reason is included.
#pragma once

#include "common/dedalus/ground/executor.hpp"
#include "common/record/lineage.hpp"

namespace ldfi::ground {

/// Explains lane 0 of a finished execution, as far as it is good: not why a goal is violated.
Lineage explain(const Universe& universe, const Executor& run);

}  // namespace ldfi::ground
