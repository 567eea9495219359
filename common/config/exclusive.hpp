// Finds options on the command line that exclude each other. Private to common/config.
#pragma once

#include <string>
#include <vector>

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Returns a text for each problem. Options are refused if they have no meaning for the kind of
/// run: a run about recordings (--traces), or about a real system (`processes` is true).
std::vector<std::string> exclusive_options(const IsGiven& given, bool processes);

}  // namespace ldfi::config
