#include "results/hdf5/tables_file.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "results/hdf5/layout.hpp"
#include "results/hdf5/seal.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

struct TypeOf {
  Column operator()(const std::string&) const { return Column::text; }
  Column operator()(std::uint64_t) const { return Column::u64; }
  Column operator()(std::int64_t) const { return Column::i64; }
  Column operator()(bool) const { return Column::boolean; }
};

struct Put {
  Table& table;
  void operator()(const std::string& value) const { table.text(value); }
  void operator()(std::uint64_t value) const { table.u64(value); }
  void operator()(std::int64_t value) const { table.i64(value); }
  void operator()(bool value) const { table.boolean(value); }
};

void write(hid_t file, const PlainTable& plain) {
  std::vector<ColumnSpec> columns;
  for (const auto& [name, sample] : plain.columns) {
    columns.push_back({name, std::visit(TypeOf{}, sample)});
  }
  Table table(columns);
  for (const auto& row : plain.rows) {
    LDFI_REQUIRE(row.size() == columns.size(), "a row has a field for each column");
    for (const Field& field : row) std::visit(Put{table}, field);
  }
  table.write(file, plain.name);
}

}  // namespace

std::string tables_file(const std::string& format,
                        const std::vector<std::pair<std::string, std::string>>& attributes,
                        const std::vector<PlainTable>& tables) {
  auto image = image_of([&](hid_t file) {
    set_attribute(file, "format", format);
    for (const auto& [name, value] : attributes) set_attribute(file, name, value);
    for (const PlainTable& table : tables) write(file, table);
  });
  seal(image);
  std::string out(image.size(), '\0');
  std::transform(image.begin(), image.end(), out.begin(),
                 [](std::byte one) { return static_cast<char>(one); });
  return out;
}

}  // namespace ldfi::results
