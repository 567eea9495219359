// Derivation graphs as the results store them: of everything the invariant looks at, at EOT.
#pragma once

#include <string>

#include "common/dedalus/provenance/graph.hpp"
#include "results/sink.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

/// What an execution's graph is derived from: the tuples of pre and post at EOT; without pre those
/// of post alone; with neither, those of every persisted relation.
std::vector<provenance::Root> invariant_roots(const dedalus::Program& program, const Fspec& fspec,
                                              const eval::Model& model);

/// `name` is "failure_free" or the written form of the fault set. `check` is asked on the way.
GraphTable graph_table(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::string& name,
                       const BudgetCheck& check = {});

/// Whether a stored graph is what its execution, run again, yields. Throws as Subject does if the
/// graph's fault set makes no sense.
bool agrees(const Subject& subject, const GraphTable& stored);

}  // namespace ldfi::results
