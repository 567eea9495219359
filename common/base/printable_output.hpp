// Escapes harmful characters of all output to stdout and stderr. So text from outside cannot do
// harm, even if the code that composes a message forgets to escape the text.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Applies printable() to a whole output, but keeps line breaks and tabs. If a line looks like
/// JSON, a harmful character becomes \uNNNN there, so that the line keeps its meaning.
std::string printable_output(std::string_view text);

}  // namespace ldfi
