// Finds options of the command line that exclude each other. Private to common/config.
#pragma once

#include <string>
#include <vector>

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Returns a text for each problem. With --traces, the run is about recordings; with a config that
/// has `system` (`processes`), it is about a real system. Most options have no meaning for such
/// runs.
std::vector<std::string> exclusive_options(const IsGiven& given, bool processes);

}  // namespace ldfi::config
