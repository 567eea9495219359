// How the kernel bounds the memory of a node of a real system.
#pragma once

#include <cstdint>

namespace ldfi {

/// Kinds of bounds, from the weakest to the strongest.
enum class MemoryBound : std::uint8_t {
  none,         ///< not bounded, because the sandbox is off
  descriptors,  ///< limits of each process, and a regular check of the memory while the node runs
  cgroup,       ///< a cgroup, in which the kernel kills processes if their memory exceeds the limit
};

}  // namespace ldfi
