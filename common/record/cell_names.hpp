// How the cells of a sweep are called: `6,4,1`, by EOT, EFF and Crashes, and behind them the numbers
// and constants in which the cells differ: `6,4,1,restarts=2,LEASE=3`.
#pragma once

#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/record/cell.hpp"

namespace ldfi {

/// What names say of constants: `,LEASE=3`, without a byte that no terminal should see.
std::string params_in_name(const std::vector<std::string>& params);

class CellNames {
 public:
  explicit CellNames(const std::vector<Cell>& cells);

  /// Requires one of the cells, here and below.
  [[nodiscard]] std::string of(const Cell& cell) const;
  /// The cell's numbers in which the cells differ; the others are Budgets::any.
  [[nodiscard]] Budgets varied(const Cell& cell) const;

 private:
  std::vector<Budgets::Entry> varied_;
};

}  // namespace ldfi
