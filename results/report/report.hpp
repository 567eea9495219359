// The report: one HTML file that needs neither server nor network. All data stand in it as JSON,
// and its script puts them on the page as text.
#pragma once

#include <functional>
#include <string>

#include "results/sink.hpp"
#include "results/views/lineage/graphviz.hpp"

namespace ldfi::results {

struct ReportOptions {
  std::string file;                ///< the results file, for the commands that are shown
  std::vector<std::size_t> cells;  ///< which ones, in this order
  std::size_t max_diagrams = 24;   ///< runs that are drawn in all cells together
  /// Bytes of the falsifiers' diagrams beyond which no more are drawn: the page would be slow to
  /// open.
  std::size_t max_bytes = std::size_t{8} << 20U;
  GraphvizOptions graphviz;
  std::size_t max_grouped = 1'000;  ///< falsifiers that are grouped in all cells together
  std::function<bool()> enough = [] { return false; };  ///< true: group no more of them
  /// The command that replays a fault set of a cell.
  std::function<std::string(const Cell&, const FaultSet& faults)> replay;
};

/// Executes the failure-free run and the falsifiers again to draw and to group them. The page says what
/// is left out (falsifiers beyond max_diagrams or max_grouped, pictures without graphviz).
std::string report(const RunRecord& run, const ReportOptions& options);

/// One execution of a cell as the page tells it, as JSON: {name, faults, violated, story, lamport (SVG),
/// messages, support, texts, state, tree, lineage (SVG), divergence, stopped, started}. The name is
/// its heading. Throws UsageError if the file holds neither a program nor that trace.
std::string run_json(const RunRecord& run, const Cell& cell, const FaultSet& faults,
                     const std::string& name, const std::string& replay,
                     const GraphvizOptions& graphviz = {});

}  // namespace ldfi::results
