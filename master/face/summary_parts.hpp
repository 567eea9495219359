// What both forms of the summary are made of. Private to summary*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "results/sink.hpp"

namespace ldfi::app {

/// The cell that the run's verdict comes from: the decisive one, or the first of the worst verdict.
/// There is at least one.
const Cell& decisive_cell(const RunRecord& run);

/// What the searches of --repeat took, in forward executions. One that ended without a
/// counterexample counts with the executions that it was given.
struct Repeats {
  std::size_t searches = 0;
  std::size_t found = 0;  ///< a counterexample
  double min = 0;
  double median = 0;
  double mean = 0;
  double max = 0;
};

/// Of a cell with repeats.
Repeats repeats_of(const Cell& cell);

/// True if the counterexamples of the cell are known to be all minimal falsifiers that it has.
bool all_known(const RunRecord& run, const Cell& cell);
/// True if --stop all asked for all of them.
bool all_wanted(const RunRecord& run);
/// "time limit of 60s" for "time"; other reasons speak for themselves.
std::string reason_text(const RunRecord& run, const std::string& reason);

}  // namespace ldfi::app
