// Relations, columns and ticks are counted in `int`, as the format of certificates has them; containers count otherwise.
#pragma once

#include <cstddef>

namespace ldfi::certificate {

/// `i`, which is not negative, as the place in a container.
constexpr std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace ldfi::certificate
