// Describes families of counterexamples in the text summary. The counterexamples of a family have
// the same faults at other times.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell.hpp"
#include "common/record/family.hpp"

namespace ldfi::app {

/// Returns one line for each family of counterexamples. The line has the first counterexample, the
/// number of counterexamples, their faults, and the violated specifications, if there are any. If
/// there are very many families, only the first are listed.
std::string families_text(const Cell& cell, const std::vector<Family>& families);

}  // namespace ldfi::app
