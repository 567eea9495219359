// How many columns a text takes on a terminal, so that carets stand under what they point at.
//
//   display_width("naïve") == 5;  display_width("日本") == 4;
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

/// Columns of `text`, which is UTF-8: two for wide East Asian characters and emoji, none for
/// combining ones, one for all others. A byte that is no UTF-8 counts one. The ranges are those
/// of Unicode's East Asian Width and of its nonspacing marks, coarsened to blocks.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace ldfi
