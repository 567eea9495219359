#include "common/base/wrapped.hpp"

#include <sstream>

namespace ldfi {

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::istringstream words{std::string(text)};
  std::string out;
  std::size_t column = indent;
  for (std::string word; words >> word;) {
    if (out.empty()) {
      out = word;
      column += word.size();
    } else if (column + 1 + word.size() <= width) {
      out += " " + word;
      column += 1 + word.size();
    } else {
      out += "\n" + std::string(indent, ' ') + word;
      column = indent + word.size();
    }
  }
  return out;
}

std::string two_columns(const std::string& left, std::string_view text, std::size_t width,
                        std::size_t indent) {
  const bool fits = left.size() + 2 <= indent;
  return left + (fits ? std::string(indent - left.size(), ' ') : "\n" + std::string(indent, ' ')) +
         wrapped(text, width, indent) + "\n";
}

}  // namespace ldfi
