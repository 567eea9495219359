// Computes the memory that the kernel holds for Unix sockets of one network namespace. Private to
// worker/drive.
#pragma once

#include <cstdint>
#include <optional>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Opens a descriptor for socket_memory(), which reads the network namespace of this process.
/// Returns a closed descriptor if the kernel does not support such queries.
Descriptor open_socket_query();
/// Returns an upper bound on the bytes that sockets hold, including unread data of closed sockets.
/// Returns nullopt if the kernel does not report them. `query` must come from open_socket_query().
std::optional<std::uint64_t> socket_memory(int query);

}  // namespace ldfi::drive
