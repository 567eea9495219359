// The names of the cells of a sweep: EOT, EFF and Crashes, such as `6,4,1`, and then the numbers
// and constants in which the cells differ, such as `6,4,1,restarts=2,LEASE=3`.
#pragma once

#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/record/cell.hpp"

namespace ldfi {

/// Returns the part of a name for the constants, such as `,LEASE=3`, without unprintable bytes.
std::string params_in_name(const std::vector<std::string>& params);

class CellNames {
 public:
  explicit CellNames(const std::vector<Cell>& cells);

  /// Returns the name of a cell. This function and the next require one of the cells.
  [[nodiscard]] std::string of(const Cell& cell) const;
  /// Returns the numbers of the cell that differ between the cells; the others are Budgets::any.
  [[nodiscard]] Budgets varied(const Cell& cell) const;

 private:
  std::vector<Budgets::Entry> varied_;
};

}  // namespace ldfi
