#include "common/record/cell.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/decimal.hpp"
#include "common/base/errors.hpp"

namespace ldfi {

const char* malformed(const SearchResult& result) {
  for (std::size_t i = 0; i < result.specifications.size(); ++i) {
    const SpecificationResult& one = result.specifications[i];
    if (one.says.explains && *one.says.explains >= i) return "a specification without its parent";
    const auto& falsifiers = one.falsifiers;
    const bool sorted = std::is_sorted(falsifiers.begin(), falsifiers.end());
    if (!sorted || (!falsifiers.empty() && falsifiers.back() >= result.falsifiers.size())) {
      return "a specification with falsifiers that there are not";
    }
  }
  return nullptr;
}

Cell empty_cell(const Fspec& fspec) {
  Cell cell;
  cell.fspec = fspec.parameters();
  return cell;
}

std::optional<double> violating_share(const Cell& cell) {
  if (!cell.violating) return std::nullopt;
  return ratio_of(decimal(*cell.violating), cell.distinct_fault_sets);
}

std::string percent(double share) {
  return share == 0 ? "less than 1e-300 %" : fmt::format("{:.4g} %", share * 100);
}

std::optional<double> expected_random_runs(const Cell& cell) {
  if (!cell.counts) return std::nullopt;
  if (cell.verdict == Verdict::broken) return 1;
  const std::optional<double> p = cell.counts->random_p;
  if (!p || *p == 0) return std::nullopt;
  return 1 + 1 / *p;
}

void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check) {
  try {
    const BigInt distinct = fspec.distinct_fault_sets(check);
    cell.distinct_fault_sets = decimal(distinct, check);
    if (check) check();
    if (!has_combinations(fspec.parameters())) return;
    const BigInt combinations = fspec.combinations();
    cell.combinations =
        combinations == distinct ? cell.distinct_fault_sets : decimal(combinations, check);
  } catch (const BudgetExceeded&) {  // the sizes stay empty, and the summary shows "?" for them
  }
}

}  // namespace ldfi
