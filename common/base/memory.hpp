// The memory that this process uses.
#pragma once

#include <cstdint>

namespace ldfi {

/// Returns the resident bytes from /proc/self/statm, or 0 if there is no such file.
[[nodiscard]] std::uint64_t resident_bytes();

}  // namespace ldfi
