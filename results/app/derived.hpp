// Makes tables by executing runs of a results file again: groups of counterexamples, and failure
// ids (faults without their time). results/SCHEMA.md lists the tables.
#pragma once

#include <string>
#include <vector>

#include "results/app/command_line.hpp"
#include "results/hdf5/tables_file.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

struct DerivedTables {
  std::vector<PlainTable> tables;
  /// Number of executions that were not repeated, because the time was up or they failed.
  std::size_t left = 0;
};

/// Returns the tables of the chosen cells. Grouping of counterexamples stops after 0.3 of the time
/// limit, and the analysis of failure ids after 0.6.
DerivedTables derived_tables(const RunRecord& run, const std::vector<std::size_t>& cells,
                             double time_limit_s);

/// Returns the tables as the bytes of an HDF5 file (`export --hdf5`).
std::string derived_hdf5(const RunRecord& run, const std::vector<std::size_t>& cells,
                         const CommandLine& line);

}  // namespace ldfi::results
