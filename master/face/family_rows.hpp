// Describes the families of a cell's falsifiers in the text summary.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "common/record/family.hpp"

namespace ldfi::app {

/// Returns one line for each family: its first falsifier, the number of its members, their faults, and
/// the specifications that they violate, if any. If there are very many families, only the first are
/// listed.
std::string families_text(const Cell& cell, const std::vector<Family>& families);

}  // namespace ldfi::app
