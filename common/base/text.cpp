#include "common/base/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/diagnostic.hpp"

namespace ldfi {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (length == 3 && ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)))
    return 0;
  if (length == 4 && ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)))
    return 0;
  return length;
}

std::optional<std::size_t> first_non_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = text[at] == '\0' ? 0 : utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

bool is_plain_word(std::string_view text) {
  static constexpr auto plain = [] {
    std::array<bool, 256> out{};
    for (unsigned c = 0; c < out.size(); ++c) {
      out[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '?' || c == '-';
    }
    return out;
  }();
  const auto is_plain = [](char c) { return plain[static_cast<unsigned char>(c)]; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_plain);
}

std::string word_or_quoted(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : always_quoted(text);
}

std::string always_quoted(std::string_view text) {
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

std::string counted(std::string_view number, std::string_view one, std::string_view more) {
  if (number == "1") return fmt::format("{} {}", number, one);
  return more.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, more);
}

}  // namespace ldfi
