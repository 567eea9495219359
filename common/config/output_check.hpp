// Checks the output's path against the inputs, and against what a config may name.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// The errors of the output, as texts: it is one of the inputs, under whatever name; or, if a
/// config chose it (`by_config`), a symbolic link leads it out of the working directory.
std::vector<std::string> check_output(const Options& options, bool by_config);

/// The name of the output if there is none: that of the config or of the first program, here.
/// `given`: the command line has one.
void choose_output(Options& options, bool given);

}  // namespace ldfi::config
