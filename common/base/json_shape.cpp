#include "common/base/json_shape.hpp"

#include <algorithm>

namespace ldfi {

JsonShape json_shape(std::string_view text) {
  JsonShape out;
  std::size_t open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
      continue;
    }
    switch (c) {
      case '"':
        quoted = true;
        break;
      case '[':
      case '{':
        out.depth = std::max(out.depth, ++open);
        break;
      case ']':
      case '}':
        if (open > 0) --open;
        break;
      case ':':
        ++out.members;
        break;
      default:
        break;
    }
  }
  return out;
}

}  // namespace ldfi
