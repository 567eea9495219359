// The width of a text on a terminal, in columns. Diagnostics need it to put carets in the right
// place.
//
//   display_width("naïve") == 5;  display_width("日本") == 4;
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

/// Returns the number of columns of `text`, which is UTF-8: two for a wide East Asian character or an
/// emoji, none for a combining character, one for any other. An invalid byte counts as one.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace ldfi
