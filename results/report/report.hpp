// The report: one HTML file that needs neither a server nor a network, for a browser of any kind
// and a reader of any kind. All data stand in it as JSON; its script puts them on the page as text.
#pragma once

#include <functional>
#include <string>

#include "results/lineage/graphviz.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

struct ReportOptions {
  std::string file;                ///< the results file, for the commands that are shown
  std::vector<std::size_t> cells;  ///< which ones, in this order
  std::size_t most_diagrams = 24;  ///< runs that are drawn, over all cells; fewer if large
  /// Of diagrams of falsifiers; beyond it no more are drawn: such a page is slow to open.
  std::size_t most_bytes = std::size_t{8} << 20U;
  GraphvizOptions graphviz;
  /// The command that replays a fault set of a cell.
  std::function<std::string(const Cell&, const FaultSet& faults)> replay;
};

/// Runs the failure-free run and the falsifiers again to draw them. What is left out (more
/// falsifiers than most_diagrams, pictures without graphviz) is said on the page.
std::string report(const RunRecord& run, const ReportOptions& options);

}  // namespace ldfi::results
