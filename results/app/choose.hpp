// Reads the cell and the execution that a command is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the indices of the cells that `cell` names, as `3` or `6,4,1` (EOT, EFF, Crashes), or of all cells
/// for nullopt. Throws UsageError, which lists the cells of the file, if there is no such cell.
std::vector<std::size_t> choose_cells(const RunRecord& run, const std::optional<std::string>& cell);

/// Returns the index of the cell that `cell` names. Throws UsageError if there is not exactly one such cell.
std::size_t choose_cell(const RunRecord& run, const std::optional<std::string>& cell);

/// An execution that a user has chosen: its fault set, and its name in messages ("falsifier f1").
struct ChosenRun {
  FaultSet faults;
  std::string name;
};
/// Reads `f1` (a falsifier), `12` (an execution), `none`, or a fault set. An empty text means the falsifier
/// that falsifier_to_show() chooses or, if there is none, the failure-free run. Throws UsageError for a number
/// that does not exist, and SourcedError for a text that is not a fault set.
ChosenRun choose_run(const Cell& cell, const std::string& text);

}  // namespace ldfi::results
