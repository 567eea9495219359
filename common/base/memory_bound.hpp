// How the memory of a node (a process under test) is limited.
#pragma once

#include <cstdint>

namespace ldfi {

/// The ways to limit the memory of a node, from the weakest to the strongest.
enum class MemoryBound : std::uint8_t {
  none,  ///< no limit, because the sandbox is off
  /// Limits for each process, and a regular check of the node's memory while it runs.
  descriptors,
  /// A cgroup: the kernel kills processes of the node if all of them together exceed the limit.
  cgroup,
};

}  // namespace ldfi
