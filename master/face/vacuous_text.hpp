// Explains to people why a program's verdict is `vacuous`: what was not promised, and what to do.
#pragma once

#include <string>
#include <vector>

#include "common/record/cell.hpp"

namespace ldfi::app {

/// Returns lines about an empty `pre`, about specifications that are never judged, and about where to look.
/// `output` is the path of the results file, or empty if there is none. Returns no lines if the verdict is
/// not `vacuous`, or if Cell::reason explains it already.
[[nodiscard]] std::vector<std::string> vacuous_lines(const Cell& cell, const std::string& output);

}  // namespace ldfi::app
