// Parses EDN by recursive descent. The depth of the recursion and the length of each text are limited.
#include "results/views/history/edn.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/text.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_deep = 64;
constexpr std::size_t longest_token = 16U << 20U;

bool is_blank(int character) {
  return character == ',' || character == ' ' || (character >= '\t' && character <= '\r');
}

bool ends_token(int character) {
  constexpr std::string_view delimiters = "()[]{}\";";
  return character < 0 || is_blank(character) ||
         delimiters.find(static_cast<char>(character)) != std::string_view::npos;
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80U) return byte(code);
  if (code < 0x800U) {
    byte(0xC0U | code >> 6U);
  } else if (code < 0x10000U) {
    byte(0xE0U | code >> 12U);
    byte(0x80U | (code >> 6U & 0x3FU));
  } else {
    byte(0xF0U | code >> 18U);
    byte(0x80U | (code >> 12U & 0x3FU));
    byte(0x80U | (code >> 6U & 0x3FU));
  }
  byte(0x80U | (code & 0x3FU));
}

bool is_digit(char character) {
  return std::isdigit(static_cast<unsigned char>(character)) != 0;
}

/// Returns true if EDN reads the token as a number, because it begins with a digit or with a sign
/// and a digit.
bool begins_as_number(std::string_view token) {
  if (token.starts_with('+') || token.starts_with('-')) token.remove_prefix(1);
  return !token.empty() && is_digit(token.front());
}

/// Parses a number. Returns nullopt if the text is not exactly one number, or if it does not fit
/// into a Number.
template <class Number>
std::optional<Number> parsed(std::string_view digits) {
  const char* const last = digits.data() + digits.size();
  Number out{};
  const auto [at, error] = std::from_chars(digits.data(), last, out);
  return error == std::errc() && at == last ? std::optional(out) : std::nullopt;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace

Json EdnReader::number(const std::string& token) const {
  std::string_view digits = token;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const std::string_view sign = digits.substr(0, digits.starts_with('-') ? 1 : 0);
  const std::string_view size = digits.substr(sign.size());
  const std::size_t slash = size.find('/');
  if (slash != std::string_view::npos && all_digits(size.substr(0, slash)) &&
      all_digits(size.substr(slash + 1))) {
    return std::string(digits);
  }
  if (digits.ends_with('N') || digits.ends_with('M')) digits.remove_suffix(1);
  const bool is_octal = size.size() > 1 && size[0] == '0' && is_digit(size[1]);
  if (all_digits(digits.substr(sign.size())) && !is_octal) {
    if (const auto value = parsed<std::int64_t>(digits)) return *value;
    if (const auto value = parsed<std::uint64_t>(digits)) return *value;
    fail(fmt::format("the integer {} does not fit into 64 bits; a text can hold it",
                     printable(beginning(token))));
  }
  if (digits.find_first_of(".eE") != std::string_view::npos && !is_octal) {
    if (const auto value = parsed<double>(digits)) return *value;
  }
  fail(fmt::format("cannot read {} as a number", printable(beginning(token))));
}

Json EdnReader::atom(const std::string& token) const {
  expect_text(token);
  if (token == "nil") return nullptr;
  if (token == "true") return true;
  if (token == "false") return false;
  if (begins_as_number(token)) return number(token);
  return token.starts_with(':') ? token.substr(1) : token;
}

void EdnReader::expect_text(const std::string& text) const {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    if (length == 0) fail("a text holds a byte that is not UTF-8");
    rest.remove_prefix(length);
  }
}

int EdnReader::peek() const {
  return in_.sgetc();
}

int EdnReader::take() {
  const int character = in_.sbumpc();
  if (character == '\n') ++line_;
  return character;
}

void EdnReader::skip_blanks() {
  for (;;) {
    if (is_blank(peek())) {
      take();
    } else if (peek() == ';') {
      while (peek() != end && peek() != '\n') take();
    } else {
      return;
    }
  }
}

std::optional<Json> EdnReader::next() {
  skip_blanks();
  if (!begun_ && !in_vector_ && peek() == '[') {
    take();
    in_vector_ = true;
    skip_blanks();
  }
  if (in_vector_ && peek() == ']') {
    take();
    in_vector_ = false;
    skip_blanks();
    if (peek() != end) fail("text after the end of the vector");
  }
  if (peek() == end) {
    if (in_vector_) fail("the vector is not closed");
    return std::nullopt;
  }
  form_line_ = line_;
  begun_ = true;
  return form(0);
}

void EdnReader::expect_depth(std::size_t depth) const {
  if (depth > most_deep) fail(fmt::format("forms are nested deeper than {} levels", most_deep));
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as expect_depth allows
Json EdnReader::form(std::size_t depth) {
  expect_depth(depth);
  skip_blanks();
  switch (peek()) {
    case end:
      fail("the text ends in the middle of a form");
    case '(':
      take();
      return sequence(')', depth);
    case '[':
      take();
      return sequence(']', depth);
    case '{':
      take();
      return map(depth);
    case '"':
      take();
      return text();
    case '#':
      take();
      return after_hash(depth);
    case '\\': {
      take();
      std::string character(1, static_cast<char>(take()));
      if (!ends_token(peek())) character += token();
      expect_text(character);
      return character;
    }
    default:
      if (ends_token(peek())) fail(fmt::format("\"{}\" closes nothing", static_cast<char>(peek())));
      return atom(token());
  }
}

// NOLINTNEXTLINE(misc-no-recursion)
Json EdnReader::sequence(int closing, std::size_t depth) {
  Json out = Json::array();
  for (skip_blanks(); peek() != closing; skip_blanks()) {
    if (peek() == end) fail(fmt::format("\"{}\" is missing", static_cast<char>(closing)));
    out.push_back(form(depth + 1));
    if (out.back().is_discarded()) out.erase(out.size() - 1);
  }
  take();
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion)
Json EdnReader::map(std::size_t depth) {
  const Json all = sequence('}', depth);
  if (all.size() % 2 != 0) fail("a map has a key without a value");
  Json out = Json::object();
  for (std::size_t i = 0; i < all.size(); i += 2) {
    const std::string key = all[i].is_string() ? all[i].get<std::string>() : all[i].dump();
    if (out.contains(key)) fail(fmt::format("the key {} occurs twice in a map", shown_line(key)));
    out[key] = all[i + 1];
  }
  return out;
}

/// Reads the part after `#` in `#{…}`, `#_ form` or `#tag form`. Returns the set, a mark that the
/// form is discarded, or the form without its tag.
// NOLINTNEXTLINE(misc-no-recursion)
Json EdnReader::after_hash(std::size_t depth) {
  if (peek() == '{') {
    take();
    return sequence('}', depth);
  }
  if (peek() == '_') {
    take();
    form(depth + 1);
    return Json(Json::value_t::discarded);
  }
  const std::string tag = token();
  if (tag.starts_with('#')) {
    fail(fmt::format(
        "#{} is not a number that a checker can compare; write nil if the value is unknown",
        printable(beginning(tag))));
  }
  return form(depth + 1);
}

std::string EdnReader::text() {
  std::string out;
  for (;;) {
    const int character = take();
    if (character == end) fail("a text is not closed");
    if (character == '"') {
      expect_text(out);
      return out;
    }
    if (out.size() > longest_token) fail("a text has more than 16 MiB");
    if (character == '\\') {
      escape(out);
    } else {
      out += static_cast<char>(character);
    }
  }
}

void EdnReader::escape(std::string& out) {
  const auto hexadecimal = [this] {
    std::string digits;
    for (int i = 0; i < 4 && peek() != end; ++i) digits += static_cast<char>(take());
    std::uint32_t code = 0;
    const auto [at, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || at != digits.data() + 4) fail("\\u takes four hexadecimal digits");
    return code;
  };
  constexpr std::string_view names = "ntrbf\"\\";
  constexpr std::string_view characters = "\n\t\r\b\f\"\\";
  const int name = take();
  if (name == 'u') {
    std::uint32_t code = hexadecimal();
    if (code >= 0xD800U && code < 0xDC00U && peek() == '\\') {
      take();
      if (take() != 'u') fail("a \\u escape has a high surrogate without a low one after it");
      code = 0x10000U + ((code - 0xD800U) << 10U) + (hexadecimal() & 0x3FFU);
    }
    return append_utf8(code, out);
  }
  const std::size_t found = names.find(static_cast<char>(name));
  if (name == end || found == std::string_view::npos) fail("an unknown escape in a text");
  out += characters[found];
}

std::string EdnReader::token() {
  std::string out;
  while (!ends_token(peek())) {
    out += static_cast<char>(take());
    if (out.size() > longest_token) fail("a word has more than 16 MiB");
  }
  return out;
}

}  // namespace ldfi::results
