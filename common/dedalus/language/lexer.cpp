// A hand-written scanner. Names, integers and variables consist of the same characters
// [A-Za-z0-9._?]. A word of digits only is an integer, and any other word is a name. If a string
// has no closing quote, it ends before a `;` at the end of its line, so that the next statement is
// parsed.
#include "common/dedalus/language/lexer.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace ldfi::dedalus {
namespace {

using Kind = Token::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
         c == '?';
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::optional<int> hex(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Lexer::Lexer(FileId file, std::string_view text, std::size_t offset, int line, int column)
    : file_(file), text_(text), at_(offset), line_(line), column_(column) {
  if (at_ == 0 && text_.substr(0, 3) == byte_order_mark) advance(3);
}

char Lexer::peek(std::size_t ahead) const {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

void Lexer::advance(std::size_t bytes) {
  for (const std::size_t end = std::min(at_ + bytes, text_.size()); at_ < end; ++at_) {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
}

bool Lexer::skip_comment() {
  if (peek(1) == '/') {
    advance(std::min(text_.find('\n', at_), text_.size()) - at_);
    return true;
  }
  const std::size_t close = text_.find("*/", at_ + 2);
  if (close == std::string_view::npos) return false;
  advance(close + 2 - at_);
  return true;
}

bool Lexer::skip_blanks(Token& unclosed) {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      advance(1);
    } else if (text_[at_] == '/' && (peek(1) == '/' || peek(1) == '*')) {
      if (skip_comment()) continue;
      unclosed = take_invalid(2, "this comment is not closed", "close it with `*/`");
      advance(text_.size() - at_);
      return false;
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::take(Kind kind, std::size_t bytes) {
  Token token;
  token.kind = kind;
  token.text = text_.substr(at_, bytes);
  token.where = {file_, line_, column_, static_cast<int>(bytes)};
  at_ += bytes;  // a token never contains the end of a line
  column_ += static_cast<int>(bytes);
  return token;
}

Token Lexer::take_invalid(std::size_t bytes, const char* problem, const char* hint) {
  Token token = take(Kind::invalid, bytes);
  token.problem = problem;
  token.hint = hint;
  return token;
}

Token Lexer::next() {
  Token unclosed;
  if (!skip_blanks(unclosed)) return unclosed;
  if (at_ >= text_.size()) return take(Kind::end, 0);
  if (is_word(text_[at_])) return word();
  if (text_[at_] == '"') return string();
  return symbol();
}

Token Lexer::word() {
  std::size_t bytes = 0;
  bool digits = true;
  for (; at_ + bytes < text_.size() && is_word(text_[at_ + bytes]); ++bytes) {
    digits = digits && is_digit(text_[at_ + bytes]);
  }
  return take(digits ? Kind::integer : Kind::name, bytes);
}

Token Lexer::string() {
  std::size_t end = at_ + 1;
  std::size_t bad_escape = 0;  // 0 means none, because the opening quote at 0 cannot be an escape
  for (; end < text_.size() && text_[end] != '"' && text_[end] != '\n'; ++end) {
    if (text_[end] != '\\') continue;
    const std::string_view escape = text_.substr(end, 4);
    const bool simple =
        escape.size() > 1 && std::string_view("\"\\ntr").find(escape[1]) != std::string_view::npos;
    const bool byte = escape.size() == 4 && escape[1] == 'x' && hex(escape[2]) && hex(escape[3]);
    if (!simple && !byte && bad_escape == 0) bad_escape = end - at_;
    if (simple || byte) end += byte ? 3 : 1;
  }
  if (end >= text_.size() || text_[end] == '\n') return unterminated_string();
  Token token = take(Kind::string, end + 1 - at_);
  if (bad_escape == 0) return token;
  token.kind = Kind::invalid;
  token.problem = "unknown escape in a string";
  token.hint = "the escapes are \\\" \\\\ \\n \\t \\r and \\xNN";
  token.where.column += static_cast<int>(bad_escape);
  token.where.length = 2;
  return token;
}

Token Lexer::unterminated_string() {
  std::size_t end = std::min(text_.find('\n', at_), text_.size());
  while (end > at_ + 1 && is_blank(text_[end - 1])) --end;
  if (end > at_ + 1 && text_[end - 1] == ';') --end;
  return take_invalid(end - at_, "this string is not closed on its line", "close it with `\"`");
}

Token Lexer::symbol() {
  const char second = peek(1);
  switch (text_[at_]) {
    case '(':
      return take(Kind::left, 1);
    case ')':
      return take(Kind::right, 1);
    case ',':
      return take(Kind::comma, 1);
    case ';':
      return take(Kind::semicolon, 1);
    case '@':
      return take(Kind::at, 1);
    case '+':
      return take(Kind::plus, 1);
    case '-':
      return take(Kind::minus, 1);
    case '*':
      return take(Kind::star, 1);
    case '/':
      return take(Kind::slash, 1);
    case '<':
      return second == '=' ? take(Kind::less_equal, 2) : take(Kind::less, 1);
    case '>':
      return second == '=' ? take(Kind::greater_equal, 2) : take(Kind::greater, 1);
    case ':':
      if (second == '-') return take(Kind::implies, 2);
      return take_invalid(1, "`:` is unexpected here", "a rule is written `head :- body;`");
    case '=':
      if (second == '=') return take(Kind::equal, 2);
      return take_assign();
    case '!':
      if (second == '=') return take(Kind::not_equal, 2);
      return take_invalid(1, "`!` is unexpected here", "negation is written `notin rel(...)`");
    default:
      return unexpected();
  }
}

Token Lexer::take_assign() {
  Token out = take(Kind::assign, 1);
  out.problem = "`=` is unexpected here";
  out.hint = "equality is written `==`";
  return out;
}

Token Lexer::unexpected() {
  if (text_[at_] == '\'') {
    return take_invalid(1, "unexpected character", "a string needs double quotes: \"a\"");
  }
  std::size_t bytes = 1;  // consecutive bytes that are not ASCII give one error
  const auto beyond_ascii = [&](std::size_t i) {
    return static_cast<unsigned char>(text_[i]) > 127;
  };
  if (beyond_ascii(at_)) {
    while (at_ + bytes < text_.size() && beyond_ascii(at_ + bytes)) ++bytes;
    return take_invalid(bytes, "unexpected character",
                        "outside of strings and comments a program is plain ASCII");
  }
  return take_invalid(1, "unexpected character");
}

std::string decode_string(std::string_view quoted) {
  std::string out;
  const std::string_view body = quoted.substr(1, quoted.size() - 2);
  out.reserve(body.size());
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      out += body[i];
      continue;
    }
    switch (body[++i]) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'x':
        out += static_cast<char>(*hex(body[i + 1]) * 16 + *hex(body[i + 2]));
        i += 2;
        break;
      default:
        out += body[i];
    }
  }
  return out;
}

std::optional<std::int64_t> decode_integer(std::string_view digits, bool negative) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t magnitude = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, magnitude);
  if (error != std::errc() || stop != end || magnitude > largest + (negative ? 1U : 0U)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? 0U - magnitude : magnitude);
}

}  // namespace ldfi::dedalus
