// The texts about a cell's specifications that `summary` and `falsifiers` print.
#include "results/app/specifications.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/diagnostic.hpp"
#include "common/faults/fault_set.hpp"

namespace ldfi::results {
namespace {

using Row = std::array<std::string, 7>;

Row row_of(const Cell& cell, const SpecificationResult& one) {
  const auto& [says, verdict, falsifiers] = one;
  std::string first;
  if (!falsifiers.empty()) {
    const std::uint32_t f = falsifiers.front();
    first = fmt::format("f{} {}", f + 1, to_text(cell.falsifiers.at(f).faults, cell.fspec));
  }
  return {printable(says.name),
          name_of(says.severity),
          says.when(),
          name_of(verdict),
          std::to_string(falsifiers.size()),
          std::move(first),
          says.text.empty() ? "" : fmt::format("\"{}\"", printable(says.text))};
}

}  // namespace

std::string specifications_table(const Cell& cell) {
  if (cell.specifications.empty()) return "";
  std::vector<Row> rows{
      {"specification", "severity", "when", "verdict", "falsifiers", "first", "says"}};
  for (const SpecificationResult& one : cell.specifications) rows.push_back(row_of(cell, one));
  std::array<std::size_t, 6> width{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string text = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {:<{}}  {:>{}}  {:<{}}  {}", row[0],
                                   width[0], row[1], width[1], row[2], width[2], row[3], width[3],
                                   row[4], width[4], row[5], width[5], row[6]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

std::string specification_title(const Cell& cell, const SpecificationResult& one) {
  std::string out = printable(one.says.name) + ": " + name_of(one.verdict);
  if (one.says.explains) {
    out += ", explains " + printable(cell.specifications.at(*one.says.explains).says.name);
  }
  if (!one.says.text.empty()) out += fmt::format(" ({})", printable(one.says.text));
  return "  " + out + "\n";
}

}  // namespace ldfi::results
