#include "common/systems/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "common/base/json_shape.hpp"

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

struct Contents {
  std::size_t members = 0;    ///< number of members of all objects together
  bool large_double = false;  ///< true if the absolute value of a floating-point number is at least
                              ///< 2^63
};

/// Counts the contents of `value`. The recursion is bounded, because read_json() limits the depth
/// of all texts.
void add_contents(const Json& value, Contents& out) {  // NOLINT(misc-no-recursion)
  // 2^63, the first number above the largest std::int64_t.
  constexpr double beyond = 9'223'372'036'854'775'808.0;
  if (value.is_number_float() && std::abs(value.get<double>()) >= beyond) out.large_double = true;
  if (!value.is_structured()) return;
  if (value.is_object()) out.members += value.size();
  for (const Json& part : value) add_contents(part, out);
}

bool fits_64_bits(std::string_view digits) {
  const char* const last = digits.data() + digits.size();
  std::int64_t signed_value = 0;
  std::uint64_t unsigned_value = 0;
  return std::from_chars(digits.data(), last, signed_value).ec == std::errc() ||
         std::from_chars(digits.data(), last, unsigned_value).ec == std::errc();
}

/// Returns the first integer in the text that does not fit into 64 bits. Returns nullopt if all
/// integers fit.
std::optional<std::string> wide_integer(std::string_view text) {
  constexpr std::string_view number = "+-.0123456789eE";
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
      ++i;
      continue;
    }
    const std::size_t end = std::min(text.find_first_not_of(number, i), text.size());
    const std::string_view token = text.substr(i, end - i);
    const bool is_integer = token.find_first_of("0123456789") != std::string_view::npos &&
                            token.find_first_of(".eE") == std::string_view::npos;
    if (is_integer && !fits_64_bits(token)) return std::string(token);
    i = std::max(end, i + 1);
  }
  return std::nullopt;
}

/// Returns the first key that an object in the text has twice. Returns nullopt if there is none.
std::optional<std::string> key_given_twice(std::string_view text) {
  std::optional<std::string> out;
  std::vector<std::set<std::string>> keys;  // keys of each object that is not closed yet
  const auto look = [&](int /*depth*/, Json::parse_event_t what, Json& parsed) {
    if (what == Json::parse_event_t::object_start) keys.emplace_back();
    if (what == Json::parse_event_t::object_end) keys.pop_back();
    if (what == Json::parse_event_t::key) {
      auto key = parsed.get<std::string>();
      if (!keys.back().insert(key).second && !out) out = std::move(key);
    }
    return true;
  };
  [[maybe_unused]] const Json parsed = Json::parse(text, look, false);
  return out;
}

}  // namespace

JsonText read_json(std::string_view text, std::size_t depth) {
  JsonText out;
  const JsonShape shape = json_shape(text);
  out.too_deep = shape.depth > depth;
  if (out.too_deep) return out;
  Json parsed = Json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return out;
  // The parser keeps only one member for each key. So the parsed value has fewer members than the
  // text if an object has a key twice.
  Contents contents;
  add_contents(parsed, contents);
  if (contents.members < shape.members) {
    out.twice = key_given_twice(text).value_or("");
    return out;
  }
  if (contents.large_double) out.wide = wide_integer(text);
  out.value = std::move(parsed);
  return out;
}

}  // namespace ldfi::systems
