// JSON that strangers have written.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::systems {

/// Nothing if the text is no JSON, or has more lists and objects open at once than that.
[[nodiscard]] std::optional<nlohmann::json> parse_json(std::string_view text,
                                                       std::size_t most_deep = 64);

/// Of a text that is JSON, some key that an object has twice.
[[nodiscard]] std::optional<std::string> key_given_twice(std::string_view text);

}  // namespace ldfi::systems
