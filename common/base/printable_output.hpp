// Escapes harmful characters in everything that the program prints to stdout and stderr. So text
// from outside cannot do harm, even if the code for a message forgets to escape the text.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Escapes harmful characters in an output as printable() does, but keeps line breaks and tabs. In
/// a line that looks like JSON, such characters become \uNNNN, so that the line is still correct
/// JSON.
std::string printable_output(std::string_view text);

}  // namespace ldfi
