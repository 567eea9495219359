#include "common/record/cell_names.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/diagnostic.hpp"

namespace ldfi {

std::string params_in_name(const std::vector<std::string>& params) {
  std::string out;
  for (const std::string& param : params) out += "," + printable(param);
  return out;
}

CellNames::CellNames(const std::vector<Cell>& cells) {
  for (const Budgets::Entry& entry : Budgets::entries()) {
    const auto other = [&](const Cell& cell) {
      return budgets_of(cell.fspec)[entry] != budgets_of(cells.front().fspec)[entry];
    };
    if (std::ranges::any_of(cells, other)) varied_.push_back(entry);
  }
}

Budgets CellNames::varied(const Cell& cell) const {
  const Budgets all = budgets_of(cell.fspec);
  Budgets out;
  for (const Budgets::Entry& entry : varied_) out[entry] = all[entry];
  return out;
}

std::string CellNames::of(const Cell& cell) const {
  return fmt::format("{},{},{}{}{}", cell.fspec.eot, cell.fspec.eff, cell.fspec.crashes,
                     to_text(varied(cell)), params_in_name(cell.params));
}

}  // namespace ldfi
