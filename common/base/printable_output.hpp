// The last room before a terminal: every text that goes to stdout or stderr passes here, so whoever
// composes a message cannot forget to make a stranger's text harmless.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Applies printable() to a whole output, but keeps line breaks and tabs. In a line that begins as JSON
/// does, a harmful character becomes \uNNNN, which keeps its meaning.
std::string printable_output(std::string_view text);

}  // namespace ldfi
