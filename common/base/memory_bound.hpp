// How the kernel bounds the memory of a node of a real system.
#pragma once

#include <cstdint>

namespace ldfi {

/// Kinds of bounds, from the weakest to the strongest.
enum class MemoryBound : std::uint8_t {
  none,         ///< no bound, because the sandbox is off
  descriptors,  ///< a limit on the descriptors of each process, and regular checks while the node
                ///< runs
  cgroup,       ///< a cgroup, in which the kernel kills processes if it is full
};

}  // namespace ldfi
