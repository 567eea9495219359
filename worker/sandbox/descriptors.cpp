#include "worker/sandbox/descriptors.hpp"

#include <algorithm>
#include <fstream>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

std::uint64_t descriptors_within(std::uint64_t bytes, std::uint64_t buffer) {
  // The smallest result, because the runtimes of many languages open many files.
  constexpr std::uint64_t least = 256;
  // The most bytes that a user without privileges may store in a pipe.
  constexpr std::uint64_t of_pipe = 64U << 10U;
  // A socket accepts a datagram as long as its buffer is not full. The datagram may be as large as
  // the buffer. So a buffer can hold twice its size.
  const std::uint64_t full = std::max(2 * buffer, of_pipe);
  return std::clamp(bytes / full, least, most_descriptors);
}

std::uint64_t socket_buffer() {
  constexpr std::uint64_t usual = 212'992;
  std::ifstream in("/proc/sys/net/core/wmem_default");
  std::uint64_t out = 0;
  return in >> out ? out : usual;
}

}  // namespace ldfi::sandbox
