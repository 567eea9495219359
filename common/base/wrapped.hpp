// Breaks texts into lines, for help and generated pages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi {

/// Breaks a text into lines of at most `width` columns, unless a single word is longer. All lines
/// begin at column `indent`. The result has that many blanks before each line except the first,
/// because the caller has written the blanks for the first line.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Returns a line that begins with `left` and continues with the wrapped text in a column at
/// `indent`. If `left` is too long, the text begins on the next line.
std::string two_columns(const std::string& left, std::string_view text, std::size_t width,
                        std::size_t indent);

}  // namespace ldfi
