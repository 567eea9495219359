// The families of a cell's falsifiers in the text summary.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "common/record/family.hpp"

namespace ldfi::app {

/// One line for each: its first falsifier, the number of its members, their faults, and which
/// specifications they violate, if there are any. Of very many families, only the first.
std::string families_text(const Cell& cell, const std::vector<Family>& families);

}  // namespace ldfi::app
