#include "common/systems/json_text.hpp"

#include <set>
#include <utility>
#include <vector>

#include "common/base/json_shape.hpp"

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

/// Returns the number of members of all objects in `value`, which read_json() has bounded in depth.
std::size_t members_of(const Json& value) {  // NOLINT(misc-no-recursion)
  std::size_t out = value.is_object() ? value.size() : 0;
  if (!value.is_structured()) return 0;
  for (const Json& part : value) out += members_of(part);
  return out;
}

/// Returns the first key of a JSON text that one object has twice.
std::optional<std::string> key_given_twice(std::string_view text) {
  std::optional<std::string> out;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
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

JsonText read_json(std::string_view text, std::size_t most_deep) {
  JsonText out;
  const JsonShape shape = json_shape(text);
  out.too_deep = shape.depth > most_deep;
  if (out.too_deep) return out;
  Json parsed = Json::parse(text, nullptr, false);
  if (parsed.is_discarded()) return out;
  // The parser keeps one member of each key, so a key that is there twice makes them fewer.
  if (members_of(parsed) < shape.members) {
    out.twice = key_given_twice(text).value_or("");
  } else {
    out.value = std::move(parsed);
  }
  return out;
}

}  // namespace ldfi::systems
