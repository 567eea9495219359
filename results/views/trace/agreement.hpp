// Checks whether a stored execution is what the stored program does under its fault set. A file may have been
// changed.
#pragma once

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Executes the graph's fault set again. Returns true if the result is the stored graph. Throws what
/// Subject::execute() throws if the fault set is not admissible.
bool agrees(const Subject& subject, const GraphTable& stored);

}  // namespace ldfi::results
