#include "common/systems/json_text.hpp"

#include "common/base/json_shape.hpp"

namespace ldfi::systems {

std::optional<nlohmann::json> parse_json(std::string_view text, std::size_t most_deep) {
  if (json_shape(text).depth > most_deep) return std::nullopt;
  nlohmann::json out = nlohmann::json::parse(text, nullptr, false);
  if (out.is_discarded()) return std::nullopt;
  return out;
}

}  // namespace ldfi::systems
