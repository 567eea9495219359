// The shape of a JSON text, told without parsing it: a parser that stops in time is slow, and one
// that does not may run out of stack.
#pragma once

#include <cstddef>
#include <string_view>

namespace ldfi {

struct JsonShape {
  std::size_t depth = 0;    ///< how many lists and objects are open at once, at most
  std::size_t members = 0;  ///< of all its objects together, those that come twice included
};

/// Of what is no JSON, anything.
JsonShape json_shape(std::string_view text);

}  // namespace ldfi
