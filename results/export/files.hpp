// Exports a results file in other forms. Names that users chose are quoted as each form requires.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"

namespace ldfi::results {

/// A file of an export, to be written into one folder.
struct ExportFile {
  std::string name;
  std::string text;
};

/// Returns the given cells, with their derivation graphs, as one JSON object in ASCII.
std::string to_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns a row of CSV (RFC 4180). Fields with commas, quotes or line breaks are quoted.
std::string csv_row(const std::vector<std::string>& fields);

/// Returns cells.csv, executions.csv, falsifiers.csv and violated.csv (RFC 4180), each with a column `cell`.
/// If the program has specifications, adds specifications.csv, and adds to falsifiers.csv the specifications
/// that each falsifier violates.
std::vector<ExportFile> to_csv(const RunRecord& run, const std::vector<std::size_t>& cells);

/// Returns one cell in the layout of Molly, the published prototype, which other tools read. It has runs.json
/// and, for each run N, run_N_pre_provenance.json, run_N_post_provenance.json and run_N_spacetime.dot.
/// results/SCHEMA.md lists the contents. Throws UsageError if the cell has more executions than `max_runs`.
std::vector<ExportFile> to_molly(const RunRecord& run, std::size_t cell,
                                 std::size_t max_runs = 2'000);

}  // namespace ldfi::results
