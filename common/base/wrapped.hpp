// Texts in columns, for help and generated pages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi {

/// Returns the words of the text with a blank between them. The first line begins at the column `indent`, and so do
/// the others, which get that many blanks. A line ends before `width` unless its only word is longer.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Returns a line with `left`, and the wrapped text in a column at `indent`. The text begins on the next line if
/// `left` is too long.
std::string two_columns(const std::string& left, std::string_view text, std::size_t width,
                        std::size_t indent);

}  // namespace ldfi
