// Bounds the number of descriptors of a process where no cgroup bounds the memory behind them.
#pragma once

#include <cstdint>

namespace ldfi::sandbox {

/// Returns the number of descriptors whose buffers hold at most so many bytes when all are full: between
/// 256 and most_descriptors. `buffer`: the bytes that a socket may send before they are read.
std::uint64_t descriptors_within(std::uint64_t bytes, std::uint64_t buffer);
/// Returns the buffer that a new socket of this machine has.
std::uint64_t socket_buffer();

}  // namespace ldfi::sandbox
