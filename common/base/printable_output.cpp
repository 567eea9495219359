#include "common/base/printable_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi {
namespace {

bool is_plain(std::string_view line) {
  constexpr unsigned char first = 0x20;
  constexpr unsigned char last = 0x7E;
  return std::ranges::all_of(line, [](unsigned char c) { return c >= first && c <= last; });
}

/// Returns the Unicode code point of a character that is one valid UTF-8 sequence.
std::uint32_t decoded(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  std::uint32_t c = first & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    c = (c << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return c;
}

/// Appends the JSON escape of a character: \uNNNN, or two of them beyond U+FFFF [RFC 8259 §7].
void append_json_escape(std::string& out, std::uint32_t c) {
  constexpr std::uint32_t beyond = 0x10000;
  if (c < beyond) {
    out += fmt::format("\\u{:04x}", c);
    return;
  }
  constexpr std::uint32_t high = 0xD800;
  constexpr std::uint32_t low = 0xDC00;
  const std::uint32_t rest = c - beyond;
  out += fmt::format("\\u{:04x}\\u{:04x}", high + (rest >> 10U), low + (rest & 0x3FFU));
}

void append_line(std::string& out, std::string_view line) {
  const bool json = line.starts_with('{') || line.starts_with('[');
  while (!line.empty()) {
    const std::size_t valid = utf8_length(line);
    const std::string_view character = line.substr(0, std::max<std::size_t>(1, valid));
    const std::string shown = printable(character);
    if (character == "\t" || shown == character) {
      out += character;
    } else if (json && valid != 0) {
      append_json_escape(out, decoded(character));
    } else {
      out += shown;
    }
    line.remove_prefix(character.size());
  }
}

}  // namespace

std::string printable_output(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    // A line of a CSV table ends with \r\n [RFC 4180 §2], so this \r is not escaped.
    const bool with_return = end < text.size() && end > 0 && text[end - 1] == '\r';
    const std::string_view line = text.substr(0, with_return ? end - 1 : end);
    if (is_plain(line)) {
      out += line;
    } else {
      append_line(out, line);
    }
    if (with_return) out += '\r';
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace ldfi
