// Text of several lines that is fit to be printed, such as what a process wrote to stderr.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Returns `text` as printable() does, except that line breaks stay. Every line but the first begins
/// with `indent`.
[[nodiscard]] std::string printable_lines(std::string_view text, std::string_view indent = "");

/// Returns `text` with an excerpt of stderr behind it: in the same line, or in lines of its own, which
/// are indented, if there are several. Returns `text` alone if the excerpt is empty.
[[nodiscard]] std::string with_stderr(std::string text, std::string_view excerpt);

}  // namespace ldfi
