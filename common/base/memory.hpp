// The memory that this process uses.
#pragma once

#include <cstdint>

namespace ldfi {

/// Returns the number of bytes that this process has in memory. Returns 0 if there is no
/// /proc/self/statm.
[[nodiscard]] std::uint64_t resident_bytes();

}  // namespace ldfi
