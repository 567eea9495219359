// The lineage of one execution's outcome, why and why-not, as a derivation graph over the universe
// [KLS12] [KLZ13]. For every goal, it explains why the post held or the pre did not hold. For each
// arithmetic error, it explains why the error happened or did not. The lineage reaches down to
// messages and crashes, and includes every reason that applied. Hazard analysis turns it into
// clauses (docs/explanation/search.md#why-and-why-not-circuits).
#pragma once

#include "common/dedalus/ground/executor.hpp"
#include "common/record/lineage.hpp"

namespace ldfi::ground {

/// Returns the lineage of a finished execution (lane 0), as far as its outcome is good. It does not
/// explain why a goal is violated. `run` must be an execution over `universe`.
Lineage explain(const Universe& universe, const Executor& run);

/// Checks a lineage that comes from another process or a file. Throws InternalError unless every id
/// is one of `universe`, and the unfounded sets are sorted.
void require_ids_of(const Universe& universe, const Lineage& lineage);

}  // namespace ldfi::ground
