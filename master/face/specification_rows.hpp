// Describes specifications on the terminal, one row each.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::app {

/// Returns a row for each specification; the first begins with a label. Empty for a cell without
/// specifications.
[[nodiscard]] std::string specifications_text(const Cell& cell);

/// Returns the names of the specifications that a falsifier violates, such as `lost, split`. Empty
/// without specifications.
[[nodiscard]] std::string specifications_of(const Cell& cell, std::size_t falsifier);

}  // namespace ldfi::app
