// Symmetry: nodes that program and Fspec treat alike. With two of them swapped, a falsifier is a
// falsifier again, as large and as late. So the first one of all (in FaultSet order, among the least)
// is not behind its mirror images: it is a lex-leader [CGLR96], and clauses may say so.
#pragma once

#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/solve/hazard/fault_variables.hpp"

namespace ldfi::hazard {

/// Classes of two nodes or more, any two of which may be swapped; sorted.
[[nodiscard]] std::vector<std::vector<NodeId>> interchangeable_nodes(
    const dedalus::Program& program, const Fspec& fspec);

/// Demands that a fault set is not behind those with two neighbours of a class swapped. Faults that
/// have no variable, and those whose mirror image has none, are taken to be in neither: they are in
/// no minimal falsifier.
void prefer_first_of_mirror_images(const FaultVariables& faults,
                                   const std::vector<std::vector<NodeId>>& classes,
                                   sat::Solver& solver);

}  // namespace ldfi::hazard
