// Writes one execution as the JSON that the script of the report reads. Private to this folder.
#pragma once

#include <string>

#include "results/json/values.hpp"
#include "results/report/report.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {

/// The page shows which tuples hold in an execution only if the execution has at most this many tuples, which
/// are some MB.
inline constexpr std::size_t max_held = 200'000;

/// Adds `texts`, the tuples of the execution. Adds `state`, the new and lost tuples by tick and place, as
/// indices into `texts`. The places are the nodes and, last, the observer. If the trace does not record which
/// tuples hold, `state` is null and `state_note` is `without_state`.
void add_state(const Trace& trace, const char* without_state, Json& out);

/// Returns the diagram, messages and states of one run. `replay` is the command that replays the run, or
/// empty. `without_state` says why the trace does not record which tuples hold, and is used only in that
/// case.
Json detail(const Trace& trace, const std::string& name, const std::string& replay,
            const char* without_state, JudgedBy by);

/// Adds the story and the lineage of the execution, and the tick and the rules at which it diverges from the
/// failure-free run.
void add_comparison(const Subject& subject, const Comparison& found, const std::string& name,
                    const GraphvizOptions& graphviz, Json& detail);

}  // namespace ldfi::results
