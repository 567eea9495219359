// Makes tables from the results by executing runs again: groups of falsifiers, and failure ids.
// results/SCHEMA.md lists the tables.
#pragma once

#include <string>
#include <vector>

#include "results/app/command_line.hpp"
#include "results/hdf5/tables_file.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

struct DerivedTables {
  std::vector<PlainTable> tables;
  /// Number of executions that were not repeated, because the time ran out or they failed.
  std::size_t left = 0;
};

/// Returns the tables of the chosen cells. Uses at most 0.3 of the time limit for grouping falsifiers, and
/// ends covering executions after 0.6 of the limit.
DerivedTables derived_tables(const RunRecord& run, const std::vector<std::size_t>& cells,
                             double time_limit_s);

/// Returns the tables as the bytes of an HDF5 file (`export --hdf5`).
std::string derived_hdf5(const RunRecord& run, const std::vector<std::size_t>& cells,
                         const CommandLine& line);

}  // namespace ldfi::results
