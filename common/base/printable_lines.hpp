// Prints text of several lines safely, such as the output of a process to stderr.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Returns `text` as printable() does, but keeps line breaks. Every line except the first begins
/// with `indent`.
[[nodiscard]] std::string printable_lines(std::string_view text, std::string_view indent = "");

/// Returns `text` followed by an excerpt of stderr. An excerpt of several lines begins on a new
/// line and is indented. Returns `text` alone if the excerpt is empty.
[[nodiscard]] std::string with_stderr(std::string text, std::string_view excerpt);

}  // namespace ldfi
