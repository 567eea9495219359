// The lineage of one execution's outcome, as a derivation graph over the universe [KLS12] [KLZ13].
// For every goal, the lineage explains why `post` held or why `pre` did not hold. For each
// arithmetic error, it explains why the error happened or did not happen. The lineage has every
// reason that applied, down to messages and crashes. Hazard analysis turns it into clauses for a
// SAT solver (docs/explanation/search.md#why-and-why-not-circuits).
#pragma once

#include "common/dedalus/ground/executor.hpp"
#include "common/record/lineage.hpp"

namespace ldfi::ground {

/// Returns the lineage of the first fault set that `run` has executed. Explains only goals that
/// were not violated. `run` must be an execution over `universe`.
Lineage explain(const Universe& universe, const Executor& run);

/// Checks a lineage that comes from another process or a file. Throws InternalError if the universe
/// lacks one of its ids, or if an unfounded set is not sorted.
void require_ids_of(const Universe& universe, const Lineage& lineage);

}  // namespace ldfi::ground
