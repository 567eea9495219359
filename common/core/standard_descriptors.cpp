#include "common/core/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace ldfi {

bool take_standard_descriptors() {
  for (int wanted = STDIN_FILENO; wanted <= STDERR_FILENO; ++wanted) {
    if (::fcntl(wanted, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number; a program that this one becomes needs it as well: no O_CLOEXEC.
    if (::open("/dev/null", O_RDONLY) != wanted) return false;
  }
  return true;
}

}  // namespace ldfi
