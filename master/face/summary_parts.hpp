// Functions that both forms of the summary use. Private to summary*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "results/sink.hpp"

namespace ldfi::app {

/// Returns the cell whose verdict is the run's: the decisive one or, without one, the first of those with
/// the worst verdict. The run must have a cell.
const Cell& decisive_cell(const RunRecord& run);

/// The numbers of executions of the searches of --repeat. A search without a counterexample counts with
/// all its executions.
struct Repeats {
  std::size_t searches = 0;
  std::size_t found = 0;  ///< searches that found a counterexample
  double min = 0;
  double median = 0;
  double mean = 0;
  double max = 0;
};

/// Computes the numbers of a cell that has repeats.
Repeats repeats_of(const Cell& cell);

/// True if the cell's falsifiers are known to be all minimal falsifiers.
bool all_known(const RunRecord& run, const Cell& cell);
/// True if --stop all requested all minimal falsifiers.
bool all_wanted(const RunRecord& run);
/// Returns "time limit of 60s" for "time"; "memory" and "runs" get their limits, too. Other reasons stay.
std::string reason_text(const RunRecord& run, const std::string& reason);

}  // namespace ldfi::app
