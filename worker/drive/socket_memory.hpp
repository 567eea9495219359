// How much memory the kernel holds for Unix sockets of one network namespace. Private to worker/drive.
#pragma once

#include <cstdint>
#include <optional>

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Opens what socket_memory() asks, about the namespace of this process. It is closed if the kernel
/// cannot tell.
Descriptor open_socket_query();
/// At most so many bytes are in the sockets, whoever has them open, or has closed them and left data
/// behind. Returns nullopt if the kernel does not tell.
std::optional<std::uint64_t> socket_memory(int query);

}  // namespace ldfi::drive
