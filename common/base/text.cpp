#include "common/base/text.hpp"

#include <algorithm>

#include "common/base/diagnostic.hpp"

namespace ldfi {

bool is_plain_word(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '?' || c == '-';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), plain);
}

std::string word_or_quoted(std::string_view text) {
  if (is_plain_word(text)) return std::string(text);
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '"':
        escaped += "\\\"";
        break;
      case '\\':
        escaped += "\\\\";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\t':
        escaped += "\\t";
        break;
      case '\r':
        escaped += "\\r";
        break;
      default:
        escaped += c;
    }
  }
  return "\"" + printable(escaped) + "\"";
}

}  // namespace ldfi
