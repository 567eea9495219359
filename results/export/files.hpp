// A results file in other forms. Names that users chose are quoted as each form requires.
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

/// The contents of the file, derivation graphs included, for the given cells: one JSON object in
/// ASCII.
std::string to_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// A row of CSV (RFC 4180): fields with commas, quotes or line breaks are quoted.
std::string csv_row(const std::vector<std::string>& fields);

/// cells.csv, executions.csv, falsifiers.csv and violated.csv (RFC 4180), each with a column
/// `cell`. If there are specifications, specifications.csv as well, and falsifiers.csv has a column
/// of those that a falsifier is one of.
std::vector<ExportFile> to_csv(const RunRecord& run, const std::vector<std::size_t>& cells);

/// One cell in the layout of the published prototype, which other tools read: runs.json, and for
/// each run N run_N_pre_provenance.json, run_N_post_provenance.json and run_N_spacetime.dot.
/// results/SCHEMA.md says what is filled in. Throws UsageError if the cell has more executions than
/// `max_runs`.
std::vector<ExportFile> to_molly(const RunRecord& run, std::size_t cell,
                                 std::size_t max_runs = 2'000);

}  // namespace ldfi::results
