#include "common/record/cell.hpp"

#include "common/base/decimal.hpp"
#include "common/base/errors.hpp"

namespace ldfi {

Cell empty_cell(const Fspec& fspec) {
  Cell cell;
  cell.fspec = fspec.parameters();
  return cell;
}

void add_sizes(Cell& cell, const Fspec& fspec, const BudgetCheck& check) {
  try {
    const BigInt distinct = fspec.distinct_fault_sets(check);
    cell.distinct_fault_sets = decimal(distinct, check);
    if (check) check();
    if (fspec.crash_model() == CrashModel::stop) return;  // the paper has no restarts
    const BigInt combinations = fspec.combinations();
    cell.combinations =
        combinations == distinct ? cell.distinct_fault_sets : decimal(combinations, check);
  } catch (const BudgetExceeded&) {  // the summary says "?"
  }
}

}  // namespace ldfi
