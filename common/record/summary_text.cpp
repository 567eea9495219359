#include "common/record/summary_text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace ldfi {
namespace {

/// Number of cells shown at the beginning of the table, and at the end, if there are more cells.
constexpr std::size_t max_cells = 30;

}  // namespace

std::string labelled(std::string_view label, std::string_view text) {
  return fmt::format("{:<14}{}\n", label, text);
}

std::string cell_table(const std::string& called, const std::vector<CellRow>& cells) {
  std::vector<CellRow> rows{{called, "verdict", "executions", "wall s", ""}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells.size() > 2 * max_cells && i == max_cells) {
      i = cells.size() - max_cells - 1;
      rows.push_back(
          {"...", "", "", "", fmt::format("{} more, in the results", i + 1 - max_cells)});
      continue;
    }
    rows.push_back(cells[i]);
  }
  std::array<std::size_t, 4> width{};
  for (const CellRow& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string out;
  for (const CellRow& row : rows) {
    std::string text = fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>{}}  {}", row[0], width[0], row[1],
                                   width[1], row[2], width[2], row[3], width[3], row[4]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += labelled(out.empty() ? "cells" : "", text);
  }
  return out;
}

}  // namespace ldfi
