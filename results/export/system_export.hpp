// Exports executions of real systems for other tools.
#pragma once

#include <string>
#include <vector>

#include "common/record/run.hpp"
#include "results/export/files.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the files executions.csv, counterexamples.csv, messages.csv and operations.csv.
[[nodiscard]] std::vector<ExportFile> system_csv(const RunRecord& run);

/// Returns a log for ShiViz. Each event has two lines: first the host and the vector clock, then
/// the event. ShiViz needs this regular expression to parse the log:
/// `(?<host>\S*) (?<clock>{.*})
/// (?<event>.*)`
[[nodiscard]] std::string shiviz_log(const History& history);

}  // namespace ldfi::results
