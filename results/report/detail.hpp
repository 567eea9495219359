// Writes one execution as JSON for the script of the report. Private to this folder.
#pragma once

#include <string>

#include "results/json/values.hpp"
#include "results/report/report.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {

/// An execution with more tuples than this is shown without the tuples that hold in it. This number
/// takes some megabytes.
inline constexpr std::size_t max_held = 200'000;

/// Adds `texts`, a list of all tuples of the execution. Adds `state`, the new and lost tuples of
/// each tick and each node, as indices into `texts`. The last place after the nodes is the
/// observer, which belongs to no node. If the trace does not record tuples, `state` is null, and
/// `state_note` is `without_state`.
void add_state(const Trace& trace, const char* without_state, Json& out);

/// Returns the diagram, messages and states of one execution. `replay` is the command that executes
/// it again, or empty. `without_state` says why the trace does not record tuples, and is only used
/// in this case.
Json detail(const Trace& trace, const std::string& name, const std::string& replay,
            const char* without_state, JudgedBy by);

/// Adds the explanation of the execution in sentences, and its lineage as a picture. Also adds the
/// tick and the rules at which it diverges from the failure-free run.
void add_comparison(const Subject& subject, const Comparison& found, const std::string& name,
                    const GraphvizOptions& graphviz, Json& detail);

}  // namespace ldfi::results
