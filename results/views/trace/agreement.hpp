// Checks whether a stored execution matches what its fault set yields, since a file may have been
// changed.
#pragma once

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns true if a new execution of the graph's fault set yields the stored graph. Throws like
/// Subject if the fault set is not admissible.
bool agrees(const Subject& subject, const GraphTable& stored);

}  // namespace ldfi::results
