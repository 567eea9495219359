// Builds HDF5 files whose tables are derived from results, for `export --hdf5`.
//
//   const std::string bytes = tables_file("ldfi-farm derived", {{"of", "x.h5"}}, {{"groups", …}});
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ldfi::results {

using Field = std::variant<std::string, std::uint64_t, std::int64_t, bool>;

struct PlainTable {
  std::string name;
  /// Names of the columns. The value with each name only determines the type of the column.
  std::vector<std::pair<std::string, Field>> columns;
  /// Rows, each with one field of the right type for each column.
  std::vector<std::vector<Field>> rows;
};

/// Returns the bytes of an HDF5 file with these tables. The root gets these attributes, and another
/// attribute `format`. Like a results file, the file ends with a checksum (seal.hpp). Throws
/// EnvironmentError if HDF5 fails.
std::string tables_file(const std::string& format,
                        const std::vector<std::pair<std::string, std::string>>& attributes,
                        const std::vector<PlainTable>& tables);

}  // namespace ldfi::results
