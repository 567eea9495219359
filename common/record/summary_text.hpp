// Lines of summaries for a terminal.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

/// Returns the line `label         text`, with a newline.
[[nodiscard]] std::string labelled(std::string_view label, std::string_view text);

/// A row for a cell: its name, verdict, executions, seconds, and a remark, which may be empty.
using CellRow = std::array<std::string, 5>;

/// Returns the cells of a sweep as a table. `called` is the header of the column of names. Shows
/// only the first and last cells if there are very many.
[[nodiscard]] std::string cell_table(const std::string& called, const std::vector<CellRow>& cells);

}  // namespace ldfi
