// The words and signs of a text in Dedalus (docs/reference/dedalus.md).
#pragma once

#include <string>
#include <vector>

namespace ldfi::certificate {

struct Token {
  char kind = 'e';  // n: name, i: integer, s: string, y: symbol, e: end
  std::string text;
  std::string where;  ///< file:line
};

/// Throws Rejected.
[[noreturn]] void fail(const Token& at, const std::string& what);

/// Throws Rejected, file:line.
std::vector<Token> tokens(const std::string& file, const std::string& text);

}  // namespace ldfi::certificate
