#include "common/base/display_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ldfi {
namespace {

struct Interval {
  char32_t first;
  char32_t last;
};

constexpr std::array<Interval, 19> zero{{{0x300, 0x36F},
                                         {0x483, 0x489},
                                         {0x591, 0x5BD},
                                         {0x610, 0x61A},
                                         {0x64B, 0x65F},
                                         {0x6D6, 0x6DC},
                                         {0x93C, 0x93C},
                                         {0x941, 0x948},
                                         {0xE31, 0xE31},
                                         {0xE34, 0xE3A},
                                         {0xE47, 0xE4E},
                                         {0x1AB0, 0x1AFF},
                                         {0x1DC0, 0x1DFF},
                                         {0x200B, 0x200F},
                                         {0x20D0, 0x20FF},
                                         {0x302A, 0x302D},
                                         {0xFE00, 0xFE0F},
                                         {0xFE20, 0xFE2F},
                                         {0xE0100, 0xE01EF}}};
constexpr std::array<Interval, 13> wide{{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0x33FF},
                                         {0x3400, 0x4DBF},
                                         {0x4E00, 0xA4CF},
                                         {0xA960, 0xA97F},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0xFFE0, 0xFFE6},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool contains(const std::array<Interval, N>& ranges, char32_t c) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), c,
                                      [](char32_t value, Interval r) { return value < r.first; });
  return after != ranges.begin() && c <= (after - 1)->last;
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first >= 0xF5   ? 1
                               : first >= 0xF0 ? 4
                               : first >= 0xE0 ? 3
                               : first >= 0xC2 ? 2
                                               : 1;
    const std::string_view rest = text.substr(at + 1, length - 1);
    at += 1;
    char32_t c = first & (0x7FU >> length);
    const bool whole =
        length > 1 && rest.size() == length - 1 && std::all_of(rest.begin(), rest.end(), continues);
    if (whole) {
      for (const char byte : rest) c = (c << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
      at += rest.size();
    }
    columns += !whole ? 1U : contains(zero, c) ? 0U : contains(wide, c) ? 2U : 1U;
  }
  return columns;
}

}  // namespace ldfi
