#include "results/hdf5/table.hpp"

#include <algorithm>
#include <cstring>

#include "common/base/contract.hpp"

namespace ldfi::results {
namespace {

/// `budget` is called after this many bytes were written.
constexpr std::size_t part_size = std::size_t{1} << 20U;

std::size_t size_of(Column type) {
  switch (type) {
    case Column::text:
      return sizeof(const char*);
    case Column::u32:
      return sizeof(std::uint32_t);
    case Column::boolean:
      return 1;
    case Column::u64:
    case Column::i64:
    case Column::f64:
      break;
  }
  return 8;
}

/// Returns settings for a dataset without time stamps, so that the same run gives the same bytes.
Handle timeless() {
  Handle list = checked(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "H5Pcreate", "dataset");
  check(H5Pset_obj_track_times(list.get(), false), "H5Pset_obj_track_times", "dataset");
  return list;
}

/// Settings that all datasets share. They are made only once, because making them takes as long as
/// writing a small dataset.
struct Shared {
  Handle text = string_type();
  Handle boolean = boolean_type();
  Handle creation = timeless();
  Handle transfer = checked(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "H5Pcreate", "transfer");
};

/// Returns the shared settings. They are never closed, because HDF5 is never closed (see
/// SilentErrors).
const Shared& shared() {
  static const Shared& one = *new Shared;
  return one;
}

hid_t type_of(Column type) {
  switch (type) {
    case Column::text:
      return shared().text.get();
    case Column::boolean:
      return shared().boolean.get();
    case Column::u32:
      return H5T_NATIVE_UINT32;
    case Column::u64:
      return H5T_NATIVE_UINT64;
    case Column::i64:
      return H5T_NATIVE_INT64;
    case Column::f64:
      break;
  }
  return H5T_NATIVE_DOUBLE;
}

Handle vector_space(std::size_t size) {
  const hsize_t extent = size;
  return checked(H5Screate_simple(1, &extent, nullptr), H5Sclose, "H5Screate_simple", "vector");
}

Handle scalar_space() {
  return checked(H5Screate(H5S_SCALAR), H5Sclose, "H5Screate", "scalar");
}

/// Returns settings for a transfer whose buffers can convert `elements` values of `size` bytes
/// each. Without them, HDF5 clears 1 MiB twice for each dataset with strings, which took longer
/// than the rest of a small file. A string takes 8 bytes in memory and 16 in the file.
hid_t room_for(std::size_t elements, std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  const std::size_t one = 2 * size;
  const hid_t list = shared().transfer.get();
  check(H5Pset_buffer(list, std::max(one, std::min(one * elements, most)), nullptr, nullptr),
        "H5Pset_buffer", "transfer");
  return list;
}

Handle create_dataset(hid_t group, const std::string& name, hid_t type, const Handle& space) {
  return checked(H5Dcreate2(group, name.c_str(), type, space.get(), H5P_DEFAULT,
                            shared().creation.get(), H5P_DEFAULT),
                 H5Dclose, "H5Dcreate", name);
}

void write_dataset(hid_t group, const std::string& name, hid_t type, const Handle& space,
                   const void* data) {
  const Handle dataset = create_dataset(group, name, type, space);
  if (data == nullptr) return;
  const hssize_t elements = H5Sget_simple_extent_npoints(space.get());
  check(elements < 0 ? -1 : 0, "H5Sget_simple_extent_npoints", name);
  const hid_t transfer = room_for(static_cast<std::size_t>(elements), H5Tget_size(type));
  check(H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, transfer, data), "H5Dwrite", name);
}

void write_attribute(hid_t object, const std::string& name, Column type, const void* value) {
  const Handle space = scalar_space();
  const Handle attribute = checked(
      H5Acreate2(object, name.c_str(), type_of(type), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose, "H5Acreate", name);
  check(H5Awrite(attribute.get(), type_of(type), value), "H5Awrite", name);
}

}  // namespace

const char* Strings::stored(const std::string& text) {
  if (text.find('\0') == std::string::npos) return text.c_str();
  std::string changed;
  for (char c : text) {
    if (c == '\0') {
      changed += "\xC0\x80";
    } else {
      changed += c;
    }
  }
  return kept_.emplace_back(std::move(changed)).c_str();
}

Table::Table(std::vector<ColumnSpec> columns) : columns_(std::move(columns)) {
  LDFI_REQUIRE(!columns_.empty(), "a table has columns");
  for (const ColumnSpec& column : columns_) row_size_ += size_of(column.type);
}

void Table::put(Column type, const void* value, std::size_t size) {
  LDFI_REQUIRE(columns_[next_column_].type == type,
               "the value has the type of column " + columns_[next_column_].name);
  const std::size_t at = bytes_.size();
  bytes_.resize(at + size);
  std::memcpy(bytes_.data() + at, value, size);
  weight_ += size;
  next_column_ = (next_column_ + 1) % columns_.size();
  if (next_column_ != 0) return;
  ++rows_;
  if (weight_ < part_size) return;
  parts_.push_back(rows_);
  weight_ = 0;
}

Table& Table::text(std::string&& value) {
  return text(strings_.keep(std::move(value)));
}

Table& Table::text(const std::string& value) {
  const char* pointer = strings_.stored(value);
  weight_ += value.size();
  put(Column::text, &pointer, sizeof pointer);
  return *this;
}

Table& Table::u32(std::uint32_t value) {
  put(Column::u32, &value, sizeof value);
  return *this;
}

Table& Table::u64(std::uint64_t value) {
  put(Column::u64, &value, sizeof value);
  return *this;
}

Table& Table::i64(std::int64_t value) {
  put(Column::i64, &value, sizeof value);
  return *this;
}

Table& Table::f64(double value) {
  put(Column::f64, &value, sizeof value);
  return *this;
}

Table& Table::boolean(bool value) {
  const signed char byte = value ? 1 : 0;
  put(Column::boolean, &byte, sizeof byte);
  return *this;
}

void Table::write(hid_t group, const std::string& name, const BudgetCheck& budget) const {
  LDFI_REQUIRE(next_column_ == 0, "each row of " + name + " is complete");
  const Handle row = checked(H5Tcreate(H5T_COMPOUND, row_size_), H5Tclose, "H5Tcreate", name);
  std::size_t offset = 0;
  for (const ColumnSpec& column : columns_) {
    check(H5Tinsert(row.get(), column.name.c_str(), offset, type_of(column.type)), "H5Tinsert",
          column.name);
    offset += size_of(column.type);
  }
  const Handle space = vector_space(rows_);
  if (!budget || parts_.empty()) {
    write_dataset(group, name, row.get(), space, rows_ == 0 ? nullptr : bytes_.data());
    return;
  }
  const Handle dataset = create_dataset(group, name, row.get(), space);
  std::size_t begin = 0;
  for (std::size_t end : parts_) {
    budget();
    write_rows(dataset.get(), row.get(), begin, end);
    begin = end;
  }
  if (begin < rows_) write_rows(dataset.get(), row.get(), begin, rows_);
}

void Table::write_rows(hid_t dataset, hid_t row, std::size_t begin, std::size_t end) const {
  const hsize_t first = begin;
  const hsize_t count = end - begin;
  const Handle rows = vector_space(count);
  const Handle all = vector_space(rows_);
  check(H5Sselect_hyperslab(all.get(), H5S_SELECT_SET, &first, nullptr, &count, nullptr),
        "H5Sselect_hyperslab", "rows");
  check(H5Dwrite(dataset, row, rows.get(), all.get(), room_for(count, row_size_),
                 bytes_.data() + begin * row_size_),
        "H5Dwrite", "rows");
}

Handle create_group(hid_t parent, const std::string& name) {
  return checked(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                 "H5Gcreate", name);
}

void write_strings(hid_t group, const std::string& name, const std::vector<std::string>& values) {
  Strings strings;
  std::vector<const char*> pointers;
  for (const std::string& value : values) pointers.push_back(strings.stored(value));
  write_dataset(group, name, type_of(Column::text), vector_space(values.size()),
                values.empty() ? nullptr : static_cast<const void*>(pointers.data()));
}

void write_string(hid_t group, const std::string& name, const std::string& value) {
  Strings strings;
  const char* pointer = strings.stored(value);
  write_dataset(group, name, type_of(Column::text), scalar_space(), &pointer);
}

void write_indices(hid_t group, const std::string& name, const std::vector<std::uint32_t>& values) {
  write_dataset(group, name, type_of(Column::u32), vector_space(values.size()),
                values.empty() ? nullptr : values.data());
}

void set_attribute(hid_t object, const std::string& name, const std::string& value) {
  Strings strings;
  const char* pointer = strings.stored(value);
  write_attribute(object, name, Column::text, &pointer);
}

void set_attribute(hid_t object, const std::string& name, std::uint64_t value) {
  write_attribute(object, name, Column::u64, &value);
}

void set_attribute(hid_t object, const std::string& name, std::int64_t value) {
  write_attribute(object, name, Column::i64, &value);
}

}  // namespace ldfi::results
