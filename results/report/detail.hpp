// One execution as the report's script wants it. Private to this folder.
#pragma once

#include <string>

#include "results/json/values.hpp"
#include "results/report/report.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {

/// What holds in a run is told on the page if no more tuples than this do: some MB of text.
inline constexpr std::size_t max_held = 200'000;

/// Adds `texts`, and as `state` new and lost tuples by tick and place (the nodes, then the observer), as indices into the
/// texts; if the trace does not tell what holds, null and `without_state` as the note.
void add_state(const Trace& trace, const char* without_state, Json& out);

/// Diagram and states of one run. `replay` is the command that replays it; it may be empty.
/// `without_state` says why the trace does not tell what holds, if it does not.
Json detail(const Trace& trace, const std::string& name, const std::string& replay,
            const char* without_state, JudgedBy by);

/// Adds why it ended so, and where it parts from the good run: story, lineage, differences.
void add_comparison(const Subject& subject, const Comparison& found, const std::string& name,
                    const GraphvizOptions& graphviz, Json& detail);

}  // namespace ldfi::results
