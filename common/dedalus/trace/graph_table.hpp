// Derivation graphs in the form that results files store. They start from the tuples that decide
// the verdict.
#pragma once

#include <string>

#include "common/dedalus/provenance/graph.hpp"
#include "common/record/graph_table.hpp"

namespace ldfi::trace {

/// Returns the roots of an execution's graph: the tuples of pre and post at EOT, and the violating
/// tuples of each specification at their first tick. Without pre, post and specifications, returns
/// the tuples of every persisted relation at EOT.
std::vector<provenance::Root> invariant_roots(const dedalus::Program& program, const Fspec& fspec,
                                              const eval::Model& model);

/// Returns the derivation graph of an execution as a table. `name` is "failure_free" or the written
/// form of the fault set. Calls `check` while the graph is made.
GraphTable graph_table(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::string& name,
                       const BudgetCheck& check = {});

}  // namespace ldfi::trace
