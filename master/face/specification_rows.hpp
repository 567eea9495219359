// Describes each specification of a program in one row of the text summary.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::app {

/// Returns one row for each specification, with a label before the first row. Empty if the cell has no
/// specifications.
[[nodiscard]] std::string specifications_text(const Cell& cell);

/// Returns the names of the specifications that the counterexample with this index violates, such
/// as `lost, split`. Empty if the cell has no specifications.
[[nodiscard]] std::string specifications_of(const Cell& cell, std::size_t falsifier);

}  // namespace ldfi::app
