#include "master/face/family_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "master/face/specification_rows.hpp"

namespace ldfi::app {
namespace {

constexpr std::size_t max_families = 20;
constexpr std::size_t family_labels = 14;

using FamilyRow = std::array<std::string, 4>;

FamilyRow row_of(const Cell& cell, const Family& family) {
  return {fmt::format("f{}", family.members.front() + 1), std::to_string(family.members.size()),
          family.text, specifications_of(cell, family.members.front())};
}

/// Returns a line with the number of the families and counterexamples that the summary does not
/// list.
std::string rest(const std::vector<Family>& families) {
  std::size_t left = 0;
  for (std::size_t i = max_families; i < families.size(); ++i) left += families[i].members.size();
  const std::size_t more = families.size() - max_families;
  return fmt::format("{:<{}}and {} more famil{} of {} counterexample{}, in the results\n", "",
                     family_labels, more, more == 1 ? "y" : "ies", left, left == 1 ? "" : "s");
}

}  // namespace

std::string families_text(const Cell& cell, const std::vector<Family>& families) {
  std::vector<FamilyRow> rows{
      {"first", "members", "faults", cell.specifications.empty() ? "" : "of"}};
  for (std::size_t i = 0; i < std::min(families.size(), max_families); ++i) {
    rows.push_back(row_of(cell, families[i]));
  }
  std::array<std::size_t, 2> width{};
  for (const FamilyRow& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string out;
  for (const auto& [first, members, faults, whose] : rows) {
    out +=
        fmt::format("{:<{}}{:<{}}  {:>{}}  {}{}\n", out.empty() ? "families" : "", family_labels,
                    first, width[0], members, width[1], faults, whose.empty() ? "" : "  " + whose);
  }
  return families.size() > max_families ? out + rest(families) : out;
}

}  // namespace ldfi::app
