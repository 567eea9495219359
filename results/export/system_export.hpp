// Executions of real systems in forms that other tools read.
#pragma once

#include <string>
#include <vector>

#include "common/record/run.hpp"
#include "results/export/files.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// executions.csv, counterexamples.csv, messages.csv and operations.csv.
[[nodiscard]] std::vector<ExportFile> system_csv(const RunRecord& run);

/// A log for ShiViz, which draws it: two lines an event, with vector clocks. Its parser is
/// `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`.
[[nodiscard]] std::string shiviz_log(const History& history);

}  // namespace ldfi::results
