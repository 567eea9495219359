// Splits bytes into tokens, one at a time, without allocation and for any input. Bytes that do not
// form a token become a token of Kind::invalid with a `problem`, and the lexer continues after
// them.
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
    assign,  ///< `=`, in definitions of constants only
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
  /// Description of the error if the token is invalid or not allowed here; otherwise null.
  const char* problem = nullptr;
  const char* hint = nullptr;  ///< what to write instead; null if that is not known
};

class Lexer {
 public:
  /// Begins at byte `offset` of the text, which is at line:column. Requires offset ≤ text.size().
  /// `text` must outlive the lexer and its tokens.
  Lexer(FileId file, std::string_view text, std::size_t offset = 0, int line = 1, int column = 1);
  /// Returns the next token. After the last token, every call returns Kind::end.
  Token next();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  /// Skips blanks and comments. If a comment does not end, returns false and sets `unclosed` to an
  /// invalid token for the comment.
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
/// Returns the value of the digits, negated if `negative` is true. Returns nullopt if the value
/// does not fit into 64 bits.
std::optional<std::int64_t> decode_integer(std::string_view digits, bool negative);

}  // namespace ldfi::dedalus
