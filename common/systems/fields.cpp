#include "common/systems/fields.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {
namespace {

constexpr std::int64_t last_time = std::int64_t{1} << 53;
constexpr std::uint64_t largest = 1'000'000'000;

bool is_at_most(const nlohmann::json& value, std::uint64_t most) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
}

bool is_text(const nlohmann::json& value) {
  return value.is_string();
}

bool is_message(const nlohmann::json& value) {
  return value.is_array() && value.size() == 4 && value[0].is_string() && value[1].is_string() &&
         value[2].is_string() && value[3].is_number_unsigned();
}

bool has_type(const nlohmann::json& value, KeyType type) {
  switch (type) {
    case KeyType::anything:
      return true;
    case KeyType::text:
    case KeyType::name:
      return value.is_string();
    case KeyType::word:
      return value.is_string() && !value.get_ref<const std::string&>().empty();
    case KeyType::flag:
      return value.is_boolean();
    case KeyType::time:
      return is_at_most(value, last_time);
    case KeyType::count:
      return is_at_most(value, largest);
    case KeyType::integer:
      return value.is_number_integer();
    case KeyType::operation:
      return value.is_number_integer() || value.is_string();
    case KeyType::texts:
      return value.is_array() && std::ranges::all_of(value, is_text);
    case KeyType::message:
      return is_message(value);
    case KeyType::line:
      return is_at_most(value, largest) && value > 0;
  }
  return false;
}

std::string words_of(KeyType type) {
  switch (type) {
    case KeyType::anything:
      return "anything";
    case KeyType::text:
    case KeyType::name:
      return "a string";
    case KeyType::word:
      return "a string that is not empty";
    case KeyType::flag:
      return "true or false";
    case KeyType::time:
      return "a time: nanoseconds, an integer from 0 to 2^53";
    case KeyType::count:
      return fmt::format("an integer from 0 to {}", largest);
    case KeyType::integer:
      return "an integer";
    case KeyType::operation:
      return "an integer or a string";
    case KeyType::texts:
      return "a list of strings";
    case KeyType::message:
      return "a list [from, to, type, number]";
    case KeyType::line:
      return "the number of a line, an integer from 1 on";
  }
  return "";
}

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
         {did_you_mean(near, fmt::format("the keys here are {}; keys of your own begin with x_",
                                         fmt::join(known, ", ")))});
  }
}

bool Fields::check(const Json& object, std::span<const Key> known) {
  const bool was_good = std::exchange(good_, true);
  const auto is_known = [known](std::string_view key) {
    return key.starts_with("x_") || std::ranges::find(known, key, &Key::name) != known.end();
  };
  for (const auto& [key, value] : object.items()) {
    if (is_known(key)) continue;
    std::vector<std::string_view> names(known.size());
    std::ranges::transform(known, names.begin(), &Key::name);
    keys(object, names);
    break;
  }
  for (const Key& key : known) {
    if (!key.required && !object.contains(key.name)) continue;
    if (!expect(object, key.name, key.type) || key.type != KeyType::name) continue;
    const std::string& name = object.at(key.name).get_ref<const std::string&>();
    if (is_name(name)) continue;
    fail(fmt::format("{} is not a name", shown(name)),
         {"a name may have letters, digits and . _ ? -"});
  }
  const bool out = good_;
  good_ = good_ && was_good;
  return out;
}

bool Fields::expect(const Json& object, std::string_view key, KeyType type) {
  const auto found = object.find(key);
  if (found != object.end() && has_type(*found, type)) return true;
  fail(fmt::format("\"{}\" must be {}", key, words_of(type)));
  return false;
}

std::string Fields::text_of(const Json& object, std::string_view key) {
  return expect(object, key, KeyType::text) ? object.at(key).get<std::string>() : "";
}

std::int64_t Fields::time_of(const Json& object, std::string_view key) {
  return expect(object, key, KeyType::time) ? object.at(key).get<std::int64_t>() : 0;
}

std::optional<std::uint64_t> Fields::count_of(const Json& object, std::string_view key) {
  if (!object.contains(key) || !expect(object, key, KeyType::count)) return std::nullopt;
  return object.at(key).get<std::uint64_t>();
}

bool Fields::flag_of(const Json& object, std::string_view key) {
  return object.contains(key) && expect(object, key, KeyType::flag) && object.at(key).get<bool>();
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

std::vector<std::string> Fields::texts_of(const Json& object, std::string_view key) {
  if (!object.contains(key) || !expect(object, key, KeyType::texts)) return {};
  return object.at(key).get<std::vector<std::string>>();
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
