// A line that a process says, as JSON. Private to worker/drive.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "common/base/json_shape.hpp"

namespace ldfi::drive {

/// Nothing if it is no JSON, or nested so deep that only an attack is.
inline std::optional<nlohmann::json> parse(std::string_view line) {
  constexpr std::size_t max_depth = 64;
  if (json_shape(line).depth > max_depth) return std::nullopt;
  nlohmann::json out = nlohmann::json::parse(line, nullptr, false);
  if (out.is_discarded()) return std::nullopt;
  return out;
}

}  // namespace ldfi::drive
