// Computes the shape of a JSON text without parsing it. A parser may run out of stack on a deep
// text, and a parser that stops in time is slow.
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

struct JsonShape {
  std::size_t depth = 0;    ///< maximum of lists and objects that are open at once
  std::size_t members = 0;  ///< members of all objects together, including repeated keys
};

/// Returns the shape. If the text is not JSON, the result is meaningless.
JsonShape json_shape(std::string_view text);

}  // namespace ldfi
