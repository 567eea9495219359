// Bounds the number of descriptors of a process, if no cgroup bounds the memory behind them.
#pragma once

#include <cstdint>

namespace ldfi::sandbox {

/// Returns how many descriptors together hold at most `bytes` if all their buffers are full, between 256 and
/// most_descriptors. `buffer` is the number of bytes that a socket may send before they are read.
std::uint64_t descriptors_within(std::uint64_t bytes, std::uint64_t buffer);
/// Returns the size of the buffer of a new socket on this machine.
std::uint64_t socket_buffer();

}  // namespace ldfi::sandbox
