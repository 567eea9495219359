// The names of the cells of a sweep, such as `6,4,1,restarts=2,LEASE=3`: EOT, EFF and crashes, and
// then the other numbers and constants in which the cells differ.
#pragma once

#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/record/cell.hpp"

namespace ldfi {

/// Returns the end of a cell's name that gives the constants, such as `,LEASE=3`. Unprintable bytes
/// are escaped.
std::string params_in_name(const std::vector<std::string>& params);

class CellNames {
 public:
  explicit CellNames(const std::vector<Cell>& cells);

  /// Returns the name of a cell. of() and varied() require a cell that was given to the
  /// constructor.
  [[nodiscard]] std::string of(const Cell& cell) const;
  /// Returns the budgets in which the cells differ, with the values of this cell. The other budgets
  /// are Budgets::any.
  [[nodiscard]] Budgets varied(const Cell& cell) const;

 private:
  std::vector<Budgets::Entry> varied_;
};

}  // namespace ldfi
