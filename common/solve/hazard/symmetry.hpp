// Symmetry: nodes that the program and the Fspec treat alike. If two of them are swapped in a
// counterexample, the result is a counterexample with as many faults at the same ticks. So the
// first of the smallest counterexamples, in FaultSet order, comes before its mirror images. Clauses
// may require this order of every fault set that the solver tries (a lex-leader [CGLR96]).
#pragma once

#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::hazard {

/// Returns classes of two or more nodes, sorted. Any two nodes of a class may be swapped.
[[nodiscard]] std::vector<std::vector<NodeId>> interchangeable_nodes(
    const dedalus::Program& program, const Fspec& fspec);

/// Adds clauses which say that a fault set does not come after its mirror images, in which two
/// neighbours of a class are swapped. Ignores faults without a variable, and faults whose mirror
/// image has none, because no minimal counterexample contains them.
void prefer_first_of_mirror_images(const FaultVariables& faults,
                                   const std::vector<std::vector<NodeId>>& classes,
                                   sat::Solver& solver);

}  // namespace ldfi::hazard
