#include "common/base/memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace ldfi {

std::uint64_t resident_bytes() {
  // Uses read() instead of a stream, because callers call this function thousands of times a
  // second.
  const int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t size = ::read(fd, text.data(), text.size() - 1);
  ::close(fd);
  if (size <= 0) return 0;
  char* resident = nullptr;
  // Skips the first number, the size of all mapped pages.
  std::strtoull(text.data(), &resident, 10);
  return std::strtoull(resident, nullptr, 10) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace ldfi
