// Lines of summaries, as people read them on a terminal.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

/// `label         text`, and the end of the line.
[[nodiscard]] std::string labelled(std::string_view label, std::string_view text);

/// What a cell is called, its verdict, executions, seconds, and a remark, which may be empty.
using CellRow = std::array<std::string, 5>;

/// The cells of a sweep, in columns under a head, which says how a cell is called. Of very many cells, only the first and
/// the last.
[[nodiscard]] std::string cell_table(const std::string& called, const std::vector<CellRow>& cells);

}  // namespace ldfi
