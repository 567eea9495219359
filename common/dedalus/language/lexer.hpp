// Splits a text into tokens, one at a time, without allocating memory. The text may be any bytes.
// Bytes that do not form a token become a token of Kind::invalid, whose `problem` describes the
// error. The lexer then continues after them.
//
//   Lexer lexer(file, text);
//   for (Token t = lexer.next(); t.kind != Token::Kind::end; t = lexer.next()) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/diagnostic.hpp"

namespace ldfi::dedalus {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    invalid,
    name,
    integer,
    string,
    left,
    right,
    comma,
    semicolon,
    implies,
    at,
    plus,
    minus,
    star,
    slash,
    assign,  ///< `=`, which only definitions of constants contain
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< text as written, with quotes and escapes; a view into the source
  SourceRange where;
  /// Description of the error if the token is invalid or not allowed here; otherwise nullptr.
  const char* problem = nullptr;
  const char* hint = nullptr;  ///< what the user should write instead; nullptr if that is not known
};

class Lexer {
 public:
  /// Begins at byte `offset` of the text, which is at this line and column, both counted from 1.
  /// Requires offset ≤ text.size(). `text` must outlive the lexer and its tokens.
  Lexer(FileId file, std::string_view text, std::size_t offset = 0, int line = 1, int column = 1);
  /// Returns the next token. At the end of the text, every call returns a token of Kind::end.
  Token next();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  /// Skips blanks and comments. If a comment has no end, returns false, and sets `unclosed` to an
  /// invalid token at the comment's beginning.
  bool skip_blanks(Token& unclosed);
  bool skip_comment();
  Token take(Token::Kind kind, std::size_t bytes);
  Token take_invalid(std::size_t bytes, const char* problem, const char* hint = nullptr);
  Token take_assign();
  Token word();
  Token string();
  Token unterminated_string();
  Token symbol();
  Token unexpected();

  FileId file_;
  std::string_view text_;
  std::size_t at_;
  int line_;
  int column_;
};

/// Returns the content of a string token, without its quotes and with its escapes replaced.
std::string decode_string(std::string_view quoted);
/// Returns the integer with these decimal digits, negated if `negative` is true. Returns nullopt if
/// it does not fit into 64 bits.
std::optional<std::int64_t> decode_integer(std::string_view digits, bool negative);

}  // namespace ldfi::dedalus
