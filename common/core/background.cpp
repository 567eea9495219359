#include "common/core/background.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace ldfi {
namespace {

// A tenth of a core that others want, and all of one that nobody wants.
constexpr int niceness = 10;
constexpr int most_heaps = 2;

}  // namespace

std::optional<std::thread> begin_in_background(std::function<void()> work) {
#ifdef __GLIBC__
  ::mallopt(M_ARENA_MAX, most_heaps);  // one heap would make two busy threads wait for each other
#endif
  try {
    return std::thread([work = std::move(work)] {
      // A thread of Linux has a niceness of its own.
      static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness));
      work();
    });
  } catch (const std::system_error&) {  // a limit on threads
    return std::nullopt;
  }
}

}  // namespace ldfi
