// Measures how deep a JSON text is nested before a parser reads it. A parser may run out of stack
// on a deep text, and a parser that limits the depth is slow.
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

struct JsonShape {
  std::size_t depth = 0;    ///< largest number of lists and objects that are open at once
  std::size_t members = 0;  ///< number of members of all objects together, including repeated keys
};

/// Returns depth and number of members of a JSON text. If the text is not JSON, the result is
/// meaningless.
JsonShape json_shape(std::string_view text);

}  // namespace ldfi
