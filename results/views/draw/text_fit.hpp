// Measures the width of texts in pictures, and shortens texts that are too wide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi::results {

/// Returns the width of the text in columns of a monospaced font. A wide character, such as a
/// Chinese one, has two columns, and any other character one.
std::size_t display_width(std::string_view text);

/// If the text has more than `columns` columns, replaces its middle by an ellipsis. The caller must
/// show the full text in another place, such as a tooltip or a list.
std::string shorten(std::string_view text, std::size_t columns);

/// If the text has more than `columns` columns, replaces its last words by an ellipsis. If even its
/// first word is too long, shortens this word.
std::string shorten_words(std::string_view text, std::size_t columns);

}  // namespace ldfi::results
