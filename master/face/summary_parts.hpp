// Functions that the text summary and the JSON summary share. Only summary*.cpp may include this file.
#pragma once

#include <string>
#include <string_view>

#include "results/sink.hpp"

namespace ldfi::app {

/// Returns the cell (one Fspec of the run) whose verdict is the verdict of the run. This is the
/// cell `run.decisive` if it is set, otherwise the first cell with the worst verdict. Requires that
/// the run has a cell.
const Cell& decisive_cell(const RunRecord& run);

/// The numbers of executions that the searches of --repeat took until their first counterexample. A search
/// without a counterexample counts with all its executions.
struct Repeats {
  std::size_t searches = 0;
  std::size_t found = 0;  ///< searches that found a counterexample
  double min = 0;
  double median = 0;
  double mean = 0;
  double max = 0;
};

/// Returns these numbers for the repeated searches of a cell. Requires that the cell has repeated
/// searches.
Repeats repeats_of(const Cell& cell);

/// Returns true if the run proves that the cell has no minimal counterexamples except those that it
/// lists.
bool all_known(const RunRecord& run, const Cell& cell);
/// Returns true if the user requested all minimal counterexamples, with --stop all.
bool all_wanted(const RunRecord& run);
/// Returns the reason with the limit that the user set: "time limit of 60s" for "time", and similarly for
/// "memory" and "runs". Returns any other reason unchanged.
std::string reason_text(const RunRecord& run, const std::string& reason);

}  // namespace ldfi::app
