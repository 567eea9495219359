#include "common/systems/result.hpp"

#include <algorithm>

namespace ldfi::systems {
namespace {

template <class Value, std::size_t count>
std::optional<Value> value_named(const std::array<std::string_view, count>& names,
                                 std::string_view name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::optional<Result> result_named(std::string_view name) {
  return value_named<Result>(result_names, name);
}

std::optional<Fate> fate_named(std::string_view name) {
  return value_named<Fate>(fate_names, name);
}

}  // namespace ldfi::systems
