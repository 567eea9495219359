#include "worker/sandbox/descriptors.hpp"

#include <algorithm>
#include <fstream>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

std::uint64_t descriptors_within(std::uint64_t bytes, std::uint64_t buffer) {
  // Least result, because the runtime of a language opens many files.
  constexpr std::uint64_t least = 256;
  // Bytes of a pipe that a user without privileges may have.
  constexpr std::uint64_t of_pipe = 64U << 10U;
  // A datagram is accepted while the buffer is not full, and may be as large as the buffer. So a buffer can
  // hold twice its size.
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
