// How much memory this process uses.
#pragma once

#include <cstdint>

namespace ldfi {

/// Resident bytes, from /proc/self/statm; 0 where there is no such file.
[[nodiscard]] std::uint64_t resident_bytes();

}  // namespace ldfi
