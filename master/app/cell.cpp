#include "master/app/cell.hpp"

#include "common/base/contract.hpp"
#include "common/base/decimal.hpp"

namespace ldfi::app {

results::Cell empty_cell(const Fspec& fspec) {
  results::Cell cell;
  cell.eot = fspec.eot();
  cell.eff = fspec.eff();
  cell.crashes = fspec.crashes();
  cell.nodes = fspec.nodes();
  cell.eff_mode = eff_mode_name(fspec.eff_mode());
  cell.crash_model = crash_model_name(fspec.crash_model());
  return cell;
}

void add_sizes(results::Cell& cell, const Fspec& fspec, const BudgetCheck& check) {
  try {
    const BigInt distinct = fspec.distinct_fault_sets(check);
    cell.distinct_fault_sets = decimal(distinct, check);
    if (check) check();
    const BigInt combinations = fspec.combinations();
    cell.combinations =
        combinations == distinct ? cell.distinct_fault_sets : decimal(combinations, check);
  } catch (const BudgetExceeded&) {  // the summary says "?"
  }
}

std::string eff_mode_name(EffMode mode) {
  return mode == EffMode::inclusive ? "inclusive" : "exclusive";
}

std::string crash_model_name(CrashModel model) {
  return model == CrashModel::silent ? "silent" : "halt";
}

}  // namespace ldfi::app
