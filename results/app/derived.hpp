// What is made from results by executing their runs again, as tables: groups of falsifiers, and
// failure ids. results/SCHEMA.md lists them.
#pragma once

#include <string>
#include <vector>

#include "results/app/command_line.hpp"
#include "results/hdf5/tables_file.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

struct DerivedTables {
  std::vector<PlainTable> tables;
  std::size_t left = 0;  ///< executions that were not made again: there was no time, or they failed
};

/// Of the chosen cells. After 0.3 of --time-limit no more falsifiers are grouped, and after 0.6 no more
/// executions are covered.
DerivedTables derived_tables(const RunRecord& run, const std::vector<std::size_t>& cells,
                             double time_limit_s);

/// The same as the bytes of an HDF5 file (`export --hdf5`).
std::string derived_hdf5(const RunRecord& run, const std::vector<std::size_t>& cells,
                         const CommandLine& line);

}  // namespace ldfi::results
