// Makes lines of text about the specifications of a cell.
#pragma once

#include <string>

#include "common/record/cell.hpp"

namespace ldfi::results {

/// Returns a row for each specification (a promise of the program): name, kind, verdict, number of
/// counterexamples, and the first counterexample. Empty if the cell has no specifications.
std::string specifications_table(const Cell& cell);

/// Returns the heading above the counterexamples of a specification.
std::string specification_title(const Cell& cell, const SpecificationResult& one);

}  // namespace ldfi::results
