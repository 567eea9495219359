// Explains why an execution ended as it did, including all faults that it needed. Each fault of a
// minimal counterexample is necessary: without it, the invariant holds. A comparison with only the
// failure-free run could leave out a fault, for example a message whose loss only matters because
// another message is lost, too.
#pragma once

#include "results/views/lineage/explain.hpp"

namespace ldfi::results {

/// Answers first_questions(). If the execution violates a promise, and the answer does not contain
/// one of its faults, adds a comparison with the execution without this fault. For specifications,
/// explains the violations that `good` does not have, if there are any. A note in the result names
/// faults that are not necessary. Throws all exceptions of Subject::execute().
Lineage explain_outcome(const Subject& subject, const Rerun& execution, const Rerun& good,
                        const ExplainOptions& options = {});

/// Adds the nodes and edges of `other` that `into` does not have. Two nodes are the same if they
/// have the same text. Two rules must also follow from the same nodes and derive the same tuple.
void merge(Lineage& into, const Lineage& other);

}  // namespace ldfi::results
