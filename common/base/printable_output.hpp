// The last step before a terminal: all output to stdout and stderr passes through this function. So
// text from outside cannot do harm, even if the code that composes a message forgets to escape it.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Applies printable() to a whole output, but keeps line breaks and tabs. In a line that begins as JSON
/// does, a harmful character becomes \uNNNN, which keeps its meaning.
std::string printable_output(std::string_view text);

}  // namespace ldfi
