// What bounds the memory that the kernel holds for a node of a real system.
#pragma once

#include <cstdint>

namespace ldfi {

/// From the weakest on.
enum class MemoryBound : std::uint8_t {
  none,         ///< nothing: the sandbox is off
  descriptors,  ///< the number of descriptors of each process, and looks at the node while it runs
  cgroup,       ///< the kernel
};

}  // namespace ldfi
