// Checks the path of the output: it must not replace an input, and must not leave the folders that
// a config may use.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// Returns a text for each error of the output path. The output must not be an input, not even
/// under another name. If a config names the output (`by_config`), no symbolic link may lead out of
/// the working directory.
std::vector<std::string> check_output(const Options& options, bool by_config);

/// Sets the path of the output unless there is one: the name of the config, or of the first
/// program, in the working directory. `given` is true if the command line names an output.
void choose_output(Options& options, bool given);

}  // namespace ldfi::config
