// Derivation graphs as results files store them: of the tuples that the invariant reads at EOT.
#pragma once

#include <string>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/graph_table.hpp"

namespace ldfi::trace {

/// The roots of an execution's graph: the tuples of pre and post at EOT; without pre, those of post
/// alone; with neither, those of every persisted relation.
std::vector<provenance::Root> invariant_roots(const dedalus::Program& program, const Fspec& fspec,
                                              const eval::Model& model);

/// `name` is "failure_free" or the written form of the fault set. `check` is asked while the graph
/// is made.
GraphTable graph_table(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::string& name,
                       const BudgetCheck& check = {});

}  // namespace ldfi::trace
