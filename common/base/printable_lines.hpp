// Makes text of several lines safe to print, such as the output of another process.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// Returns `text` with harmful characters escaped, as printable() does, but keeps line breaks. Puts
/// `indent` before every line except the first.
[[nodiscard]] std::string printable_lines(std::string_view text, std::string_view indent = "");

/// Returns `text`, followed by an excerpt of a process's stderr. If the excerpt has several lines,
/// it begins on a new line and is indented. Returns only `text` if the excerpt is empty.
[[nodiscard]] std::string with_stderr(std::string text, std::string_view excerpt);

}  // namespace ldfi
