// A results file in other forms. Whatever users named is quoted as the form wants it.
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

/// All that the file holds, derivation graphs too, as one JSON object in ASCII.
std::string to_json(const RunRecord& run, const std::vector<std::size_t>& cells);

/// cells.csv, executions.csv, falsifiers.csv and violated.csv (RFC 4180), each with a column
/// `cell`.
std::vector<ExportFile> to_csv(const RunRecord& run, const std::vector<std::size_t>& cells);

/// One cell in the layout of the published prototype, which other tools read: runs.json, and
/// run_N_pre_provenance.json, run_N_post_provenance.json and run_N_spacetime.dot for each run. See
/// results/SCHEMA.md for what is filled in. Throws UsageError if the cell has more executions than
/// `most_runs`.
std::vector<ExportFile> to_molly(const RunRecord& run, std::size_t cell,
                                 std::size_t most_runs = 2'000);

}  // namespace ldfi::results
