// Recognises commands that run a Python program, which can be forked instead of started.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::systems {

/// Returns the index of the Python program in a command such as `python3 -u program.py`. Returns 0
/// if the command does not run one. Requires at least one word.
std::size_t place_of_script(const std::vector<std::string>& command);

}  // namespace ldfi::systems
