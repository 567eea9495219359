// Why an execution ended as it did, with every fault that it took. Each fault of a minimal falsifier
// is necessary: without it the invariant holds. An explanation against the failure-free run alone
// may leave one out, such as a message whose loss only mattered because another one was lost, too.
#pragma once

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// explain() of the first_questions(). To it is added, for each fault of a violating execution that
/// it does not name, what the fault changed: the explanation against the same execution without it.
/// Of specifications, it explains what `good` does not violate, if there is anything.
/// A note says which faults are not necessary. Throws as Subject::execute does.
Lineage explain_outcome(const Subject& subject, const Rerun& execution, const Rerun& good,
                        const ExplainOptions& options = {});

/// Adds the nodes and edges of `other` that `into` does not have. Nodes are the same if they say
/// the same; a rule, if it also leads from the same supports to the same goal.
void merge(Lineage& into, const Lineage& other);

}  // namespace ldfi::results
