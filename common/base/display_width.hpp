// The width of a text on a terminal, in columns. Diagnostics need the width to put the caret below
// the right character.
//
//   display_width("naïve") == 5;  display_width("日本") == 4;
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

/// Returns the number of terminal columns of `text`, which is UTF-8. A wide East Asian character or
/// an emoji takes two columns, and a combining character takes none. Any other character takes one,
/// and so does an invalid byte.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace ldfi
