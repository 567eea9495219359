// Splits a text in Dedalus into tokens (docs/reference/dedalus.md).
#pragma once

#include <string>
#include <vector>

namespace ldfi::certificate {

struct Token {
  char kind = 'e';  // kind of the token: n name, i integer, s string, y symbol, e end of the text
  std::string text;
  std::string where;  ///< place of the token, as file:line
};

/// Throws Rejected with the place of the token.
[[noreturn]] void fail(const Token& at, const std::string& what);

/// Returns the tokens of a text. Throws Rejected with file:line.
std::vector<Token> tokens(const std::string& file, const std::string& text);

}  // namespace ldfi::certificate
