// Explains why an execution ended as it did, with every fault that it needed. Each fault of a
// minimal falsifier is necessary: without it the invariant holds. A comparison with the
// failure-free run alone may leave a fault out, for example a message whose loss only mattered
// because another one was lost, too.
#pragma once

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// Explains the first_questions(). For each fault of a violating execution that this explanation
/// does not name, adds an explanation against the same execution without the fault. For
/// specifications, explains those violations that `good` does not have, if any. A note names the
/// faults that are not necessary. Throws like Subject::execute.
Lineage explain_outcome(const Subject& subject, const Rerun& execution, const Rerun& good,
                        const ExplainOptions& options = {});

/// Adds the nodes and edges of `other` that `into` does not have. Two nodes are the same if their
/// texts are equal. Two rules must also have the same supports and the same goal.
void merge(Lineage& into, const Lineage& other);

}  // namespace ldfi::results
