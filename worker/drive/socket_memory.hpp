// Computes how much memory the kernel holds for Unix sockets of one network namespace. Private to
// worker/drive.
#pragma once

#include <cstdint>
#include <optional>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Opens a query for socket_memory() about the network namespace of this process. It is closed if the
/// kernel does not support it.
Descriptor open_socket_query();
/// Returns an upper bound for the bytes in the sockets. It includes data that a closed socket has left
/// behind. Returns nullopt if the kernel does not report it.
std::optional<std::uint64_t> socket_memory(int query);

}  // namespace ldfi::drive
