// From bytes to tokens, one at a time, without allocation and for any input. Bytes that are no
// token become a token of Kind::invalid with a `problem`; the lexer continues behind it.
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
    assign,  ///< `=`, of constants only
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
  };
  Kind kind = Kind::end;
  std::string_view text;  ///< as written, quotes and escapes included; a view into the source
  SourceRange where;
  const char* problem = nullptr;  ///< when invalid, or where it may not stand: what is wrong
  const char* hint = nullptr;     ///< then: what to write instead, if known
};

class Lexer {
 public:
  /// `text` must outlive the lexer and its tokens. Begins at byte `offset` ≤ text.size(), whose
  /// place is line:column.
  Lexer(FileId file, std::string_view text, std::size_t offset = 0, int line = 1, int column = 1);
  /// The next token; Kind::end again and again at the end.
  Token next();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  void advance(std::size_t bytes);
  /// Skips blanks and comments. False if a comment does not end; then `unclosed` is a token for it.
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

/// The content of a string token, without its quotes and with its escapes replaced.
std::string decode_string(std::string_view quoted);
/// The value of digits, behind a minus or not; nothing if it does not fit into 64 bits.
std::optional<std::int64_t> decode_integer(std::string_view digits, bool negative);

}  // namespace ldfi::dedalus
