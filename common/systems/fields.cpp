#include "common/systems/fields.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {
namespace {

constexpr std::int64_t last_time = std::int64_t{1} << 53;
constexpr std::uint64_t largest = 1'000'000'000;

}  // namespace

void Fields::fail(std::string message, std::vector<std::string> hints) {
  good_ = false;
  if (problems_.size() == max_problems) return;
  problems_.push_back(
      {Severity::error, "recording", {file_, line_, 1, 1}, std::move(message), std::move(hints)});
}

void Fields::keys(const Json& object, std::span<const std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) != known.end() || key.starts_with("x_")) continue;
    const std::string near = closest(key, {known.begin(), known.end()});
    fail(fmt::format("there is no key {} here", shown(key)),
         {near.empty() ? "keys of your own begin with x_" : fmt::format("did you mean {}?", near)});
  }
}

std::string Fields::text_of(const Json& object, const char* key) {
  if (object.contains(key) && object[key].is_string()) return object[key];
  fail(fmt::format("\"{}\" must be a string", key));
  return "";
}

std::string Fields::name_of(const Json& object, const char* key) {
  const std::string out = text_of(object, key);
  if (good_ && !is_name(out)) {
    fail(fmt::format("{} is no name", shown(out)),
         {"a name has letters, digits and . _ ? - alone"});
  }
  return out;
}

std::int64_t Fields::time_of(const Json& object, std::string_view key) {
  const bool whole = object.contains(key) && object.at(key).is_number_integer();
  const auto value = whole ? object.at(key).get<std::int64_t>() : -1;
  if (value >= 0 && value <= last_time) return value;
  fail(fmt::format("\"{}\" must be a time: nanoseconds, an integer from 0 to 2^53", key));
  return 0;
}

std::optional<std::uint64_t> Fields::count_of(const Json& object, std::string_view key) {
  if (!object.contains(key)) return std::nullopt;
  if (object.at(key).is_number_unsigned() && object.at(key).get<std::uint64_t>() <= largest) {
    return object.at(key).get<std::uint64_t>();
  }
  fail(fmt::format("\"{}\" must be an integer from 0 to {}", key, largest));
  return std::nullopt;
}

bool Fields::flag_of(const Json& object, std::string_view key) {
  if (!object.contains(key)) return false;
  if (object.at(key).is_boolean()) return object.at(key);
  fail(fmt::format("\"{}\" must be true or false", key));
  return false;
}

std::vector<std::string> Fields::names_of(const Json& object, std::string_view key) {
  std::vector<std::string> out;
  const bool list = object.contains(key) && object.at(key).is_array();
  if (!list) fail(fmt::format("\"{}\" must be a list of names", key));
  for (const Json& one : list ? object.at(key) : Json::array()) {
    const std::string name = one.is_string() ? one.get<std::string>() : "";
    if (!is_name(name)) {
      fail(fmt::format("\"{}\" must be a list of names", key));
    } else if (std::ranges::find(out, name) != out.end()) {
      fail(fmt::format("{} is named twice", name));
    } else {
      out.push_back(name);
    }
  }
  return out;
}

std::vector<std::string> Fields::texts_of(const Json& object, const char* key) {
  std::vector<std::string> out;
  if (!object.contains(key)) return out;
  const bool list = object[key].is_array() && std::ranges::all_of(object[key], &Json::is_string);
  if (!list) fail(fmt::format("\"{}\" must be a list of strings", key));
  for (const Json& one : list ? object[key] : Json::array()) out.push_back(one);
  return out;
}

std::vector<std::int64_t> Fields::spans_of(const Json& object, std::string_view key) {
  std::vector<std::int64_t> out;
  bool good = object.contains(key) && object.at(key).is_array();
  for (const Json& one : good ? object.at(key) : Json::array()) {
    const bool time = one.is_number_unsigned() && one > 0 && one <= last_time;
    good = good && time && (out.empty() || one > out.back());
    if (good) out.push_back(one.get<std::int64_t>());
  }
  if (!good) fail(fmt::format("\"{}\" must be a list of nanoseconds that grow", key));
  return out;
}

}  // namespace ldfi::systems
