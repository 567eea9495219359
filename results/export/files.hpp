// Converts the results of a run to other formats. Each function quotes names as its format
// requires.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"

namespace ldfi::results {

/// One file of an export. All files of an export are written into the same folder.
struct ExportFile {
  std::string name;
  std::string text;
};

/// Returns these cells and their derivation graphs (how each fact was derived) as one JSON object
/// in ASCII.
std::string to_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns a row of CSV (RFC 4180). Fields with commas, quotes or line breaks are quoted.
std::string csv_row(const std::vector<std::string>& fields);

/// Returns cells.csv, executions.csv, falsifiers.csv and violated.csv (RFC 4180). Each has a column
/// `cell`. If the program has specifications, adds specifications.csv, and a column in
/// falsifiers.csv with the specifications that each counterexample violates.
std::vector<ExportFile> to_csv(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns one cell in the format of Molly, a published prototype whose files other tools can read.
/// There is one runs.json. For each run N there are run_N_pre_provenance.json,
/// run_N_post_provenance.json and run_N_spacetime.dot. results/SCHEMA.md lists the contents. Throws
/// UsageError if the cell has more executions than `max_runs`.
std::vector<ExportFile> to_molly(const RunRecord& run, std::size_t cell,
                                 std::size_t max_runs = 2'000);

}  // namespace ldfi::results
