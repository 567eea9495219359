// Measures the width of texts in pictures, and shortens texts that are too wide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi::results {

/// Returns the width in columns of a monospaced font: two for a wide character (such as CJK), one
/// for any other.
std::size_t display_width(std::string_view text);

/// Returns the text, shortened to at most `columns` if it is wider: an ellipsis replaces its middle. The
/// caller must show the full text in another place, such as a title or a list.
std::string shorten(std::string_view text, std::size_t columns);

/// Returns the text, shortened to at most `columns` if it is wider: an ellipsis replaces its last words. A
/// first word that is too long is shortened.
std::string shorten_words(std::string_view text, std::size_t columns);

}  // namespace ldfi::results
