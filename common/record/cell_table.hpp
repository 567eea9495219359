// The cells of a sweep on a terminal: a line each.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace ldfi {

/// What a cell is called, its verdict, executions, seconds, and a remark, which may be empty.
using CellRow = std::array<std::string, 5>;

/// In columns, under a head, which says how a cell is called. Of very many cells, only the first and
/// the last.
[[nodiscard]] std::string cell_table(const std::string& called, const std::vector<CellRow>& cells);

}  // namespace ldfi
