// Tables (compound datasets), lists and attributes of a results file. Private to this folder.
//
//   Table table({{"id", Column::u64}, {"faults", Column::text}});
//   table.u64(1).text(row.faults);   // row after row, column after column
//   table.write(group, "executions");
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "results/hdf5/handles.hpp"

namespace ldfi::results {

/// Converts strings to a form that HDF5 can store. Replaces NUL by C0 80, as in Java's modified
/// UTF-8; valid UTF-8 never contains these bytes. The changed strings exist as long as this object.
class Strings {
 public:
  /// Returns the bytes of `text`, or of a changed copy if `text` contains NUL.
  const char* stored(const std::string& text);
  const std::string& keep(std::string&& text) { return kept_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> kept_;
};

enum class Column : std::uint8_t { text, u32, u64, i64, f64, boolean };

struct ColumnSpec {
  std::string name;
  Column type;
};

class Table {
 public:
  explicit Table(std::vector<ColumnSpec> columns);

  /// Adds a text to the row. `value` must outlive the table.
  Table& text(const std::string& value);
  /// Adds a text to the row, and moves `value` into the table.
  Table& text(std::string&& value);
  Table& u32(std::uint32_t value);
  Table& u64(std::uint64_t value);
  Table& i64(std::int64_t value);
  Table& f64(double value);
  Table& boolean(bool value);

  /// Makes the dataset. The last row must be complete. Calls `budget`, which may throw, about once
  /// per megabyte.
  void write(hid_t group, const std::string& name, const BudgetCheck& budget = {}) const;

 private:
  void put(Column type, const void* value, std::size_t size);
  void write_rows(hid_t dataset, hid_t row, std::size_t begin, std::size_t end) const;

  std::vector<ColumnSpec> columns_;
  std::size_t row_size_ = 0;
  std::size_t next_column_ = 0;
  std::size_t rows_ = 0;
  /// Bytes of the rows since the last part ended, including their texts.
  std::size_t weight_ = 0;
  std::vector<std::size_t> parts_;  ///< the dataset is written in parts; for each part, the row at
                                    ///< which it ends
  std::vector<std::byte> bytes_;
  Strings strings_;
};

/// The following functions throw like hdf5_failed().
Handle create_group(hid_t parent, const std::string& name);
void write_strings(hid_t group, const std::string& name, const std::vector<std::string>& values);
void write_string(hid_t group, const std::string& name, const std::string& value);
void write_indices(hid_t group, const std::string& name, const std::vector<std::uint32_t>& values);

void set_attribute(hid_t object, const std::string& name, const std::string& value);
void set_attribute(hid_t object, const std::string& name, std::uint64_t value);
void set_attribute(hid_t object, const std::string& name, std::int64_t value);

}  // namespace ldfi::results
