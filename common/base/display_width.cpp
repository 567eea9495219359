#include "common/base/display_width.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace ldfi {

namespace {

/// Returns the number of terminal columns of one character. For a control character, returns 1,
/// because the library utf8proc has no width for it.
std::size_t width_of(utf8proc_int32_t character) {
  if (utf8proc_category(character) == UTF8PROC_CATEGORY_CC) return 1;
  return static_cast<std::size_t>(utf8proc_charwidth(character));
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    utf8proc_int32_t character = 0;
    const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const auto size = static_cast<utf8proc_ssize_t>(text.size());
    const utf8proc_ssize_t read = utf8proc_iterate(bytes, size, &character);
    columns += read > 0 ? width_of(character) : 1U;
    text.remove_prefix(static_cast<std::size_t>(std::max<utf8proc_ssize_t>(read, 1)));
  }
  return columns;
}

}  // namespace ldfi
