// Builds calls of small histories for the tests of the checkers.
#pragma once

#include <string>
#include <vector>

#include "common/systems/check/check.hpp"

namespace ldfi::check::histories {

/// Returns a call that is requested at time 0 and answered at time 1, or never if the response is
/// null.
inline Call call(const std::string& node, const nlohmann::json& body,
                 const nlohmann::json& response) {
  Call out{"c1", node, 0, body};
  if (!response.is_null()) out.returned = 1;
  out.response = response;
  return out;
}

inline nlohmann::json add_request(int element) {
  return {{"type", "add"}, {"element", element}};
}
inline const nlohmann::json added{{"type", "add_ok"}};
inline const nlohmann::json read_request{{"type", "read"}};
inline nlohmann::json seen(const nlohmann::json& value) {
  return {{"type", "read_ok"}, {"value", value}};
}
inline nlohmann::json error(int code) {
  return {{"type", "error"}, {"code", code}};
}

inline Judgement of(systems::Checker checker, const std::vector<Call>& calls) {
  return judge({.checker = checker}, {calls, {}, {}});
}

}  // namespace ldfi::check::histories
