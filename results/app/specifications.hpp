// Shows the specifications of a cell as lines of text.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::results {

/// Returns a row for each specification: its name and kind, its verdict, the number of its
/// falsifiers and the first of them. Empty if the cell has no specifications.
std::string specifications_table(const Cell& cell);

/// Returns the heading of a specification's falsifiers.
std::string specification_title(const Cell& cell, const SpecificationResult& one);

}  // namespace ldfi::results
