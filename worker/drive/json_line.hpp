// A line that a process says, as JSON. Private to worker/drive.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace ldfi::drive {

/// Nothing if it is no JSON, or nested so deep that only an attack is.
inline std::optional<nlohmann::json> parse(std::string_view line) {
  constexpr int max_depth = 64;
  bool deep = false;
  nlohmann::json out = nlohmann::json::parse(
      line,
      [&deep](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        deep = deep || depth > max_depth;
        return !deep;
      },
      false);
  if (deep || out.is_discarded()) return std::nullopt;
  return out;
}

}  // namespace ldfi::drive
