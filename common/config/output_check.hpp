// Checks the path of the output: it must not replace an input, nor leave the folders that a config
// may use.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// Returns the errors of the output as texts. The output must not be one of the inputs, not even
/// under another name. If a config chose it (`by_config`), no symbolic link may lead out of the
/// working directory.
std::vector<std::string> check_output(const Options& options, bool by_config);

/// Chooses the output if there is none. It has the name of the config, or of the first program, in
/// the working directory. `given` is true if the command line has one.
void choose_output(Options& options, bool given);

}  // namespace ldfi::config
