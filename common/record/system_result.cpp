#include "common/record/system_result.hpp"

#include <algorithm>

namespace ldfi {

std::size_t worst_of(const std::vector<SystemResult>& cells) {
  const auto worst = std::ranges::max_element(
      cells,
      [](const SystemResult& a, const SystemResult& b) { return worse(b.verdict, a.verdict); });
  return static_cast<std::size_t>(worst - cells.begin());
}

}  // namespace ldfi
