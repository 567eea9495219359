// Finds the cell (one Fspec of a sweep) and the execution that a command line names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the indices of the cells that `cell` names, by a number such as `3` or by EOT, EFF and
/// crashes such as `6,4,1`. For nullopt, returns all cells. Throws UsageError, which lists the
/// cells of the file, if there is no such cell.
std::vector<std::size_t> choose_cells(const RunRecord& run, const std::optional<std::string>& cell);

/// Returns the index of the cell that `cell` names. Throws UsageError if there is not exactly one such cell.
std::size_t choose_cell(const RunRecord& run, const std::optional<std::string>& cell);

/// An execution that a user has chosen: its fault set, and its name in messages ("falsifier f1",
/// which is a counterexample).
struct ChosenRun {
  FaultSet faults;
  std::string name;
};
/// Reads `f1` (a counterexample), `12` (an execution), `none`, or a fault set. An empty text means
/// the counterexample that choose_falsifier_to_show() chooses. If there is no counterexample, it means the
/// failure-free run. Throws UsageError if the number does not exist, and SourcedError if the text
/// is not a fault set.
ChosenRun choose_run(const Cell& cell, const std::string& text);

}  // namespace ldfi::results
