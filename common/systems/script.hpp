// Commands of programs in Python, which can be forked instead of started.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ldfi::systems {

/// The place of the program among these words, as in `python3 -u program.py ...`. 0: there is none, or
/// it is not Python that runs it. `command` has a word.
std::size_t place_of_script(const std::vector<std::string>& command);

}  // namespace ldfi::systems
