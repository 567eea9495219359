// Recursive descent; the depth of the recursion is bounded, and so is the length of one text.
#include "results/history/edn.hpp"

#include <fmt/core.h>

#include <cctype>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "common/base/diagnostic.hpp"

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

/// A number, if the token is one; integers beyond 64 bits and ratios stay texts.
std::optional<Json> number(std::string_view token) {
  std::string_view digits = token.starts_with('+') ? token.substr(1) : token;
  if (digits.ends_with('N') || digits.ends_with('M')) digits.remove_suffix(1);
  if (digits.empty()) return std::nullopt;
  const char* const last = digits.data() + digits.size();
  std::int64_t integer = 0;
  if (const auto [at, error] = std::from_chars(digits.data(), last, integer);
      error == std::errc() && at == last) {
    return integer;
  }
  const char second = digits.size() > 1 ? digits[1] : '\0';
  const bool begins = std::isdigit(static_cast<unsigned char>(digits[0])) != 0 ||
                      (digits[0] == '-' && std::isdigit(static_cast<unsigned char>(second)) != 0);
  double real = 0;
  if (const auto [at, error] = std::from_chars(digits.data(), last, real);
      begins && digits.find_first_of(".eE") != std::string_view::npos && error == std::errc() &&
      at == last) {
    return real;
  }
  return std::nullopt;
}

Json atom(const std::string& token) {
  if (token == "nil") return nullptr;
  if (token == "true") return true;
  if (token == "false") return false;
  if (auto value = number(token)) return *std::move(value);
  return token.starts_with(':') ? token.substr(1) : token;
}

}  // namespace

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
  if (depth > most_deep) fail(fmt::format("more than {} forms are nested", most_deep));
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
    if (out.contains(key)) fail(fmt::format("the key {} comes twice in a map", printable(key)));
    out[key] = all[i + 1];
  }
  return out;
}

/// `#{…}` is a set, `#_ form` is left out (and returned as discarded), `#tag form` is the form.
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
  token();
  return form(depth + 1);
}

std::string EdnReader::text() {
  std::string out;
  for (;;) {
    const int character = take();
    if (character == end) fail("a text is not closed");
    if (character == '"') return out;
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
      if (take() != 'u') fail("half of a pair of \\u characters is missing");
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
