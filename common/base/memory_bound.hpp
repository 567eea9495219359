// The bound on the memory that the kernel holds for a node of a real system.
#pragma once

#include <cstdint>

namespace ldfi {

/// Kinds of bounds, the weakest first.
enum class MemoryBound : std::uint8_t {
  none,         ///< no bound, because the sandbox is off
  descriptors,  ///< the number of descriptors of each process, and looks at the node while it runs
  cgroup,       ///< the kernel ends processes of a cgroup that is full
};

}  // namespace ldfi
