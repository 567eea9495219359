#include "common/base/shell_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi {

std::string shell_command(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + shell_quoted(word);
  return out;
}

std::string shell_quoted(const std::string& argument) {
  const bool plain = !argument.empty() && std::all_of(argument.begin(), argument.end(), [](char c) {
    return is_plain_word(std::string_view(&c, 1))
               ? c != '?'
               : std::string_view("/,=+:@%").find(c) != std::string_view::npos;
  });
  if (plain) return argument;
  const bool harmless = printable(argument) == argument;
  std::string out = harmless ? "'" : "$'";
  for (char c : argument) {
    const auto byte = static_cast<unsigned char>(c);
    if (harmless) {
      out += c == '\'' ? "'\\''" : std::string(1, c);
    } else if (byte < 0x20 || byte >= 0x7F || c == '\'' || c == '\\') {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace ldfi
