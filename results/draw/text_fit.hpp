// How much room a text takes in a picture, and what to do when it takes too much.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ldfi::results {

/// Columns of a monospaced font: one a character, two a wide one (CJK and the like).
std::size_t display_width(std::string_view text);

/// At most `columns` wide, an ellipsis in place of what was left out of its middle. Whoever
/// shortens says the whole text elsewhere (a title, a list).
std::string shorten(std::string_view text, std::size_t columns);

}  // namespace ldfi::results
