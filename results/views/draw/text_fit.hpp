// How much room a text takes in a picture, and how to shorten one that takes too much.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi::results {

/// Columns in a monospaced font: one for each character, two for a wide one (CJK and the like).
std::size_t display_width(std::string_view text);

/// Shortens `text` to at most `columns`: an ellipsis replaces its middle. The caller shows the
/// whole text elsewhere (in a title or a list).
std::string shorten(std::string_view text, std::size_t columns);

}  // namespace ldfi::results
