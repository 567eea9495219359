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

/// Returns a log for ShiViz with two lines for each event, of which the first has the vector clock. The
/// parser that the user enters in ShiViz is
/// `(?<host>\S*) (?<clock>{.*})
/// (?<event>.*)`.
[[nodiscard]] std::string shiviz_log(const History& history);

}  // namespace ldfi::results
