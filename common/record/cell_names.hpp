// The names of the cells (single Fspecs) of a sweep, such as `6,4,1,restarts=2,LEASE=3`. A name
// consists of EOT, EFF and crashes, followed by the other limits and constants that the sweep
// varies.
#pragma once

#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/record/cell.hpp"

namespace ldfi {

/// Returns the part of a cell's name that gives the constants, such as `,LEASE=3`. Unprintable
/// bytes are escaped.
std::string params_in_name(const std::vector<std::string>& params);

class CellNames {
 public:
  explicit CellNames(const std::vector<Cell>& cells);

  /// Returns the name of a cell. Requires, like varied(), a cell that was passed to the
  /// constructor.
  [[nodiscard]] std::string of(const Cell& cell) const;
  /// Returns the limits that differ between the cells, with the values of this cell. All other
  /// limits are Budgets::any.
  [[nodiscard]] Budgets varied(const Cell& cell) const;

 private:
  std::vector<Budgets::Entry> varied_;
};

}  // namespace ldfi
