#include "common/base/thread.hpp"

#include <fmt/core.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "common/base/errors.hpp"

namespace ldfi {

std::thread start_thread(std::function<void()> action) {
  try {
    return std::thread(std::move(action));
  } catch (const std::system_error& e) {
    throw EnvironmentError(fmt::format(
        "cannot start a thread: {} (a limit on processes, ulimit -u, or on memory, ulimit -v)",
        e.code().message()));
  }
}

std::thread start_background_thread(std::function<void()> action) {
#ifdef __GLIBC__
  constexpr int max_heaps = 2;
  ::mallopt(M_ARENA_MAX, max_heaps);  // with one heap, two busy threads would wait for each other
#endif
  return start_thread([action = std::move(action)] {
    // The niceness (priority) of background threads. Such a thread gets a tenth of a core that
    // other threads need, or all of an idle core. On Linux, each thread has its own niceness.
    constexpr int niceness = 10;
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness));
    action();
  });
}

}  // namespace ldfi
