#include "common/systems/json_text.hpp"

#include <set>
#include <string>
#include <vector>

#include "common/base/json_shape.hpp"

namespace ldfi::systems {

std::optional<nlohmann::json> parse_json(std::string_view text, std::size_t most_deep) {
  if (json_shape(text).depth > most_deep) return std::nullopt;
  nlohmann::json out = nlohmann::json::parse(text, nullptr, false);
  if (out.is_discarded()) return std::nullopt;
  return out;
}

std::optional<std::string> key_given_twice(std::string_view text) {
  using Json = nlohmann::json;
  std::optional<std::string> out;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto look = [&](int /*depth*/, Json::parse_event_t what, Json& parsed) {
    if (what == Json::parse_event_t::object_start) keys.emplace_back();
    if (what == Json::parse_event_t::object_end) keys.pop_back();
    if (what == Json::parse_event_t::key) {
      const std::string key = parsed.get<std::string>();
      if (!keys.back().insert(key).second) out = key;
    }
    return true;
  };
  [[maybe_unused]] const Json parsed = Json::parse(text, look, false);
  return out;
}

}  // namespace ldfi::systems
