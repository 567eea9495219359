#include "common/base/printable_lines.hpp"

#include "common/base/diagnostic.hpp"

namespace ldfi {

std::string printable_lines(std::string_view text, std::string_view indent) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out.append("\n").append(indent);
    text.remove_prefix(end + 1);
  }
}

std::string with_stderr(std::string text, std::string_view excerpt) {
  if (excerpt.empty()) return text;
  if (excerpt.find('\n') == std::string_view::npos) {
    return text.append("; the end of its stderr: ").append(excerpt);
  }
  text += "; its stderr:\n  ";
  for (const char c : excerpt) {
    text += c;
    if (c == '\n') text += "  ";
  }
  return text;
}

}  // namespace ldfi
