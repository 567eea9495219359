// A file of tables that are made from results, and no results themselves: those of `export --hdf5`.
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
  /// Each with a value of its type.
  std::vector<std::pair<std::string, Field>> columns;
  std::vector<std::vector<Field>> rows;  ///< of as many fields, of those types
};

/// The bytes of an HDF5 file with these tables, the attributes of its root, and `format` as one of
/// them. Sealed as results are. Throws EnvironmentError if HDF5 fails.
std::string tables_file(const std::string& format,
                        const std::vector<std::pair<std::string, std::string>>& attributes,
                        const std::vector<PlainTable>& tables);

}  // namespace ldfi::results
