// Which options of the command line exclude each other. Private to common/config.
#pragma once

#include <string>
#include <vector>

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// What is wrong, a text each. With --traces the run is about recordings, with a config that has
/// `system` (`processes`) about these: most options mean nothing then.
std::vector<std::string> exclusive_options(const IsGiven& given, bool processes);

}  // namespace ldfi::config
