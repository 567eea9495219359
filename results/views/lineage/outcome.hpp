// Explains why an execution ended as it did, including every fault that it needed. Each fault of a minimal
// falsifier is necessary: without it the invariant holds. A comparison with the failure-free run alone may
// leave out a fault, such as a message whose loss only matters because another message is lost, too.
#pragma once

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// Answers the first_questions(). For each fault of a violating execution that this explanation does not
/// contain, adds an explanation by comparison with the same execution without the fault. For specifications,
/// explains the violations that `good` does not have, if there are any. A note names the faults that are not
/// necessary. Throws what Subject::execute() throws.
Lineage explain_outcome(const Subject& subject, const Rerun& execution, const Rerun& good,
                        const ExplainOptions& options = {});

/// Adds the nodes and edges of `other` that `into` does not have. Two nodes are the same if their texts are
/// equal and, for rules, they follow from the same nodes and have the same goal.
void merge(Lineage& into, const Lineage& other);

}  // namespace ldfi::results
