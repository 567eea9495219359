// Which cell, and which execution, a command is about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

/// The numbers of the cells that `cell` means: `3`, or `6,4,1` (EOT, EFF, Crashes); without it all
/// of them. Throws UsageError that lists the cells there are.
std::vector<std::size_t> choose_cells(const RunRecord& run, const std::optional<std::string>& cell);

/// As above, but there must be just one.
std::size_t choose_cell(const RunRecord& run, const std::optional<std::string>& cell);

/// `f1`, `12`, `none` or a fault set → the fault set, and how its reader knows it ("falsifier f1").
/// An empty text means the first falsifier, else the failure-free run. Throws UsageError for a
/// number that there is not, SourcedError for a fault set that is none.
struct ChosenRun {
  FaultSet faults;
  std::string name;
};
ChosenRun choose_run(const Cell& cell, const Subject& subject, const std::string& text);

}  // namespace ldfi::results
