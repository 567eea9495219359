// The specifications of a cell, as lines of text.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::results {

/// A row for each: what it is, its verdict, the number of its falsifiers and the first of them.
/// Empty if there are none.
std::string specifications_table(const Cell& cell);

/// Heads the falsifiers of one of them.
std::string specification_title(const Cell& cell, const SpecificationResult& one);

}  // namespace ldfi::results
