// Derivation graphs in the form that results files store. A graph explains the tuples that decide
// the verdict.
#pragma once

#include <string>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/graph_table.hpp"

namespace ldfi::trace {

/// Returns the tuples that the execution's graph explains: those of `pre` and `post` at EOT, and
/// those that violate a specification, at their first tick. If the program has none of these,
/// returns the tuples of every persisted relation at EOT.
std::vector<provenance::Root> invariant_roots(const dedalus::Program& program, const Fspec& fspec,
                                              const eval::Model& model);

/// Returns the derivation graph of an execution as a table. `name` is "failure_free", or the fault
/// set as text. Calls `check`, which may throw, while the graph is made.
GraphTable graph_table(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::string& name,
                       const BudgetCheck& check = {});

}  // namespace ldfi::trace
