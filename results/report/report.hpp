// Writes the report on a run of a program: one HTML file that needs neither server nor network. The
// file contains all data as JSON, and a script inserts them into the page as text.
#pragma once

#include <functional>
#include <string>

#include "results/sink.hpp"
#include "results/views/lineage/graphviz.hpp"

namespace ldfi::results {

struct ReportOptions {
  std::string file;  ///< name of the results file, for the commands that the page shows
  std::vector<std::size_t> cells;  ///< indices of the cells to show, in this order
  std::size_t max_diagrams = 24;   ///< most executions that are drawn, in all cells together
  /// When the diagrams have this many bytes, no more counterexamples are drawn, because the page
  /// would open slowly.
  std::size_t max_bytes = std::size_t{8} << 20U;
  GraphvizOptions graphviz;
  std::size_t max_grouped = 1'000;  ///< most counterexamples that are grouped, in all cells
                                    ///< together
  /// Returns true if no more counterexamples should be grouped, and no more steps of minimisations
  /// drawn.
  std::function<bool()> enough = [] { return false; };
  /// Returns the command that replays a fault set of a cell.
  std::function<std::string(const Cell&, const FaultSet& faults)> replay;
};

/// Returns the page. Executes the failure-free run and the counterexamples again, to draw and to
/// group them. The page says what is left out: counterexamples beyond max_diagrams or max_grouped,
/// and pictures if graphviz is missing.
std::string report(const RunRecord& run, const ReportOptions& options);

/// Returns one execution of a cell as the JSON from which the page shows it: {name, faults,
/// violated, story, lamport (SVG), messages, support, texts, state, tree, lineage (SVG),
/// divergence, stopped, started}. `name` becomes the heading. Throws UsageError if the file has
/// neither a program nor a trace of this execution.
std::string run_json(const RunRecord& run, const Cell& cell, const FaultSet& faults,
                     const std::string& name, const std::string& replay,
                     const GraphvizOptions& graphviz = {});

}  // namespace ldfi::results
