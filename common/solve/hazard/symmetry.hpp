// Symmetry: nodes that the program and the Fspec treat alike. If two of them are swapped in a
// falsifier, the result is a falsifier with as many faults at the same ticks. So the first of the
// least falsifiers, in FaultSet order, comes before its mirror images. It is a lex-leader [CGLR96],
// and clauses may require this of every candidate.
#pragma once

#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::hazard {

/// Returns classes of two or more nodes, sorted. Any two nodes of a class may be swapped.
[[nodiscard]] std::vector<std::vector<NodeId>> interchangeable_nodes(
    const dedalus::Program& program, const Fspec& fspec);

/// Adds clauses which say that a fault set does not come after the sets in which two neighbours of
/// a class are swapped. Faults without a variable, and those whose mirror image has none, are
/// ignored, because no minimal falsifier contains them.
void prefer_first_of_mirror_images(const FaultVariables& faults,
                                   const std::vector<std::vector<NodeId>>& classes,
                                   sat::Solver& solver);

}  // namespace ldfi::hazard
