// What the terminal says of specifications: one row each.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::app {

/// Lines that begin with `label`, or blanks of its width; empty for a cell without specifications.
[[nodiscard]] std::string specifications_text(const Cell& cell);

/// The names of those whose falsifier it is, such as `lost, split`; empty without specifications.
[[nodiscard]] std::string specifications_of(const Cell& cell, std::size_t falsifier);

}  // namespace ldfi::app
