#include "master/face/specification_rows.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "common/base/text.hpp"

namespace ldfi::app {
namespace {

constexpr std::size_t max_rows = 60;
constexpr std::size_t width_of_labels = 14;

using Row = std::array<std::string, 5>;

/// Returns the first counterexample of a specification, and the number of its other
/// counterexamples.
std::string first_falsifier(const Cell& cell, const SpecificationResult& one) {
  if (one.falsifiers.empty()) return "";
  const FaultSet& first = cell.falsifiers.at(one.falsifiers.front()).faults;
  std::string out = first.empty() ? "" : to_text(first, cell.fspec);
  if (one.falsifiers.size() > 1) out += fmt::format(" and {} more", one.falsifiers.size() - 1);
  return out;
}

bool violated(const SpecificationResult& one) {
  return one.verdict == Verdict::broken || one.verdict == Verdict::counterexample;
}

/// Returns words about the other specification that this specification explains, its parent. This
/// specification is called a detail only if it is violated and the parent is certified.
std::string relation_to_parent(const Cell& cell, const SpecificationResult& one) {
  if (!one.says.explains) return "";
  const SpecificationResult& parent = cell.specifications.at(*one.says.explains);
  const std::string name = printable(parent.says.name);
  const bool detail = violated(one) && parent.verdict == Verdict::certified;
  return detail ? fmt::format("explains {}, which nothing violates", name)
                : fmt::format("explains {}", name);
}

Row row_of(const Cell& cell, std::size_t index) {
  const SpecificationResult& one = cell.specifications[index];
  const bool untouched = index < cell.untouched_each.size() && cell.untouched_each[index];
  std::string remark = first_falsifier(cell, one);
  const std::string parent = relation_to_parent(cell, one);
  if (!parent.empty()) remark += fmt::format("{}({})", remark.empty() ? "" : "  ", parent);
  if (untouched) remark += fmt::format("{}(no fault can affect it)", remark.empty() ? "" : "  ");
  if (!one.says.text.empty()) {
    remark += fmt::format("{}\"{}\"", remark.empty() ? "" : "  ", printable(one.says.text));
  }
  return {printable(one.says.name), name_of(one.says.severity), one.says.when(),
          name_of(one.verdict), std::move(remark)};
}

}  // namespace

std::string specifications_text(const Cell& cell) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < std::min(max_rows, cell.specifications.size()); ++i) {
    rows.push_back(row_of(cell, i));
  }
  std::array<std::size_t, 4> width{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string text = fmt::format("{:<{}}{:<{}}  {:<{}}  {:<{}}  {:<{}}  {}",
                                   out.empty() ? "specs" : "", width_of_labels, row[0], width[0],
                                   row[1], width[1], row[2], width[2], row[3], width[3], row[4]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  if (cell.specifications.size() > rows.size()) {
    out += fmt::format("{:<{}}and {} more, in the results\n", "", width_of_labels,
                       cell.specifications.size() - rows.size());
  }
  return out;
}

std::string specifications_of(const Cell& cell, std::size_t falsifier) {
  std::vector<std::string> names;
  for (const SpecificationResult& one : cell.specifications) {
    const bool its = std::binary_search(one.falsifiers.begin(), one.falsifiers.end(), falsifier);
    if (its) names.push_back(printable(one.says.name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace ldfi::app
