// Where a run writes, against where it reads and what a config may name.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// Complaints about the output: it is one of the inputs, whatever it is called; or a config chose
/// it
/// (`by_config`) and a symbolic link leads it out of the working directory.
std::vector<std::string> check_output(const Options& options, bool by_config);

}  // namespace ldfi::config
