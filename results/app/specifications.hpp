// Makes lines of text about the specifications of a cell.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::results {

/// Returns a row for each specification: its name and kind, its verdict, the number of its falsifiers, and
/// its first falsifier. Empty if the cell has no specifications.
std::string specifications_table(const Cell& cell);

/// Returns the heading above the falsifiers of a specification.
std::string specification_title(const Cell& cell, const SpecificationResult& one);

}  // namespace ldfi::results
