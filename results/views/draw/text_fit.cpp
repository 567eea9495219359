#include "results/views/draw/text_fit.hpp"

#include <vector>

namespace ldfi::results {
namespace {

struct Character {
  std::string_view bytes;
  std::size_t width;
};

std::size_t sequence_length(unsigned char first) {
  if (first < 0xC0) return 1;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 3 : 4;
}

/// Returns true if the character takes two columns. This is assumed of all characters from U+2E80
/// on and of the first Hangul Jamo.
bool is_wide(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  const auto second = bytes.size() > 1 ? static_cast<unsigned char>(bytes[1]) : 0;
  return first > 0xE2 || (first == 0xE2 && second >= 0xBA) || (first == 0xE1 && second == 0x84);
}

std::vector<Character> characters(std::string_view text) {
  std::vector<Character> out;
  while (!text.empty()) {
    const std::size_t length =
        std::min(text.size(), sequence_length(static_cast<unsigned char>(text[0])));
    const std::string_view bytes = text.substr(0, length);
    out.push_back({bytes, is_wide(bytes) ? std::size_t{2} : std::size_t{1}});
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const Character& c : characters(text)) width += c.width;
  return width;
}

std::string shorten(std::string_view text, std::size_t columns) {
  const std::vector<Character> all = characters(text);
  std::size_t width = 0;
  for (const Character& c : all) width += c.width;
  if (width <= columns) return std::string(text);
  if (columns < 2) return "…";
  const std::size_t half = (columns - 1) / 2;
  std::string front;
  std::string back;
  std::size_t used = 0;
  for (std::size_t i = 0; i < all.size() && used + all[i].width <= columns - 1 - half; ++i) {
    front += all[i].bytes;
    used += all[i].width;
  }
  used = 0;
  for (std::size_t i = all.size(); i > 0 && used + all[i - 1].width <= half; --i) {
    back.insert(0, all[i - 1].bytes);
    used += all[i - 1].width;
  }
  return front + "…" + back;
}

std::string shorten_words(std::string_view text, std::size_t columns) {
  constexpr std::string_view rest = " …";
  if (display_width(text) <= columns) return std::string(text);
  std::size_t end = text.rfind(' ');
  while (end != std::string_view::npos && end > 0) {
    const std::string_view front = text.substr(0, end);
    if (display_width(front) + display_width(rest) <= columns)
      return std::string(front) + std::string(rest);
    end = text.rfind(' ', end - 1);
  }
  return shorten(text, columns);
}

}  // namespace ldfi::results
