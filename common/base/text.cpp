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

std::string beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const auto continues = [text](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
  };
  constexpr std::size_t longest_character = 4;
  std::size_t end = most;
  while (end > 0 && most - end < longest_character && continues(end)) --end;
  return std::string(text.substr(0, continues(end) ? most : end)) + "…";
}

std::string shown(std::string_view text) {
  return word_or_quoted(beginning(text));
}

std::string shown_line(std::string_view text) {
  constexpr std::size_t most = 200;
  return printable(beginning(text, most));
}

std::string first_items_text(const std::vector<std::string>& items, std::string_view between) {
  constexpr std::size_t most = 10;
  std::string out;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) {
    out.append(i > 0 ? between : "").append(shown_line(items[i]));
  }
  return items.size() <= most ? out
                              : out + fmt::format("{}and {} more", between, items.size() - most);
}

std::string bounded_lines(std::string_view text) {
  constexpr std::size_t most = 4'000;
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += beginning(text.substr(0, end), most);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string counted(std::string_view number, std::string_view one, std::string_view more) {
  if (number == "1") return fmt::format("{} {}", number, one);
  return more.empty() ? fmt::format("{} {}s", number, one) : fmt::format("{} {}", number, more);
}

}  // namespace ldfi
