// Checks whether an execution in a results file is really what the program in the file does. The
// file may have been changed.
#pragma once

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Executes the fault set of the graph again. Returns true if the result equals the stored graph,
/// which says how each fact was derived. Throws all exceptions of Subject::execute(), also if the
/// fault set is not admissible.
bool agrees(const Subject& subject, const GraphTable& stored);

}  // namespace ldfi::results
