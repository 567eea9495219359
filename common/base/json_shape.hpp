// Measures the nesting of a JSON text before a parser reads the text. A parser may run out of stack
// on deep nesting, and a parser that limits the depth is slow.
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

struct JsonShape {
  std::size_t depth = 0;  ///< largest nesting depth of lists and objects
  /// Number of members of all objects together. Repeated keys count each time.
  std::size_t members = 0;
};

/// Returns the shape of a JSON text. If the text is not JSON, the result has no meaning.
JsonShape json_shape(std::string_view text);

}  // namespace ldfi
