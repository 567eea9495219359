// Formats lines and tables of summaries for a terminal.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

/// Returns a line with a label and a text in two aligned columns, such as `label         text`,
/// with a newline at the end.
[[nodiscard]] std::string labelled(std::string_view label, std::string_view text);

/// A row of the table about a sweep: name of the cell, verdict, executions, seconds, and a remark,
/// which may be empty.
using CellRow = std::array<std::string, 5>;

/// Returns a table of the cells of a sweep. `called` is the header of the column with their names.
/// If there are many cells, shows only the first and the last ones.
[[nodiscard]] std::string cell_table(const std::string& called, const std::vector<CellRow>& cells);

}  // namespace ldfi
