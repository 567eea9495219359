// Whether what a file holds of an execution is what the execution yields: a file may have been changed.
#pragma once

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// True if executing the graph's fault set again yields the stored graph. Throws as Subject does if
/// the fault set is not admissible.
bool agrees(const Subject& subject, const GraphTable& stored);

}  // namespace ldfi::results
