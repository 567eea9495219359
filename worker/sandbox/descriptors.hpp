// Limits how many descriptors a process may open, if no cgroup limits the memory that their buffers
// take.
#pragma once

#include <cstdint>

namespace ldfi::sandbox {

/// Returns how many descriptors may be open so that their full buffers have at most `bytes`
/// together. The result is between 256 and most_descriptors. `buffer` is the size in bytes of a
/// socket's buffer.
std::uint64_t descriptors_within(std::uint64_t bytes, std::uint64_t buffer);
/// Returns the size in bytes of the send buffer of a new socket on this machine.
std::uint64_t socket_buffer();

}  // namespace ldfi::sandbox
