// Converts numbers of type `int` to indices. Relations, columns and ticks are `int` in
// certificates, but containers use std::size_t.
#pragma once

#include <cstddef>

namespace ldfi::certificate {

/// Returns `i` as an index of a container. `i` must not be negative.
constexpr std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace ldfi::certificate
