// Splits a text in Dedalus into words and signs (docs/reference/dedalus.md).
#pragma once

#include <string>
#include <vector>

namespace ldfi::certificate {

struct Token {
  char kind = 'e';  // n: name, i: integer, s: string, y: symbol, e: end
  std::string text;
  std::string where;  ///< file:line
};

/// Throws Rejected with the place of the token.
[[noreturn]] void fail(const Token& at, const std::string& what);

/// Throws Rejected with file:line.
std::vector<Token> tokens(const std::string& file, const std::string& text);

}  // namespace ldfi::certificate
