// Recognises commands that run a Python program. Such a program can be forked, which is faster than
// starting it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::systems {

/// Returns the index of the word that names the Python program, for example 2 for `python3 -u
/// program.py`. Returns 0 if the command does not run a Python program. Requires at least one word.
std::size_t place_of_script(const std::vector<std::string>& command);

}  // namespace ldfi::systems
