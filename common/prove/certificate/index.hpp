// Relations, columns and ticks are counted in `int`, as in the format of certificates, but
// containers use std::size_t.
#pragma once

#include <cstddef>

namespace ldfi::certificate {

/// Returns `i`, which must not be negative, as an index of a container.
constexpr std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace ldfi::certificate
