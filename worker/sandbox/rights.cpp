#include "worker/sandbox/rights.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "worker/sandbox/filter.hpp"

namespace ldfi::sandbox {
namespace {

/// Lowers the limit on this resource to `most`. Keeps a limit that is lower already.
bool bound(int what, std::uint64_t most) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(what), &now) != 0) return false;
  now.rlim_max = std::min<rlim_t>(now.rlim_max, most);
  now.rlim_cur = std::min<rlim_t>(now.rlim_cur, now.rlim_max);
  return ::setrlimit(static_cast<__rlimit_resource_t>(what), &now) == 0;
}

/// Drops all capabilities, so that a program that root starts has no privileges of root.
bool drop_capabilities() {
  constexpr unsigned long most = 63;
  for (unsigned long one = 0; one <= most; ++one) ::prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

}  // namespace

bool give_up(const Confinement& confinement, Layers layers) {
  if (!bound(RLIMIT_CORE, 0)) return false;
  if (!confinement.shut_in) return true;
  constexpr std::uint64_t most_signals = 4096;
  // The largest size of a thread's stack in bytes. The kernel counts this size for the limit on
  // memory.
  constexpr std::uint64_t stack = std::uint64_t{8} << 20U;
  bool good = bound(RLIMIT_NOFILE, confinement.descriptors) &&
              bound(RLIMIT_FSIZE, confinement.disk) &&
              bound(RLIMIT_DATA, confinement.memory + confinement.tasks * stack) &&
              bound(RLIMIT_MSGQUEUE, 0) && bound(RLIMIT_SIGPENDING, most_signals);
  // The kernel counts all processes of a user, so this limit only works in a user namespace of the
  // node's own.
  if ((layers & users) != 0) good = good && bound(RLIMIT_NPROC, confinement.tasks);
  good = good && drop_capabilities() && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  if ((layers & calls) != 0) good = good && install_filter(confinement.network_of_machine);
  return good;
}

bool can_refuse_calls() {
  const pid_t pid = ::fork();
  if (pid < 0) return false;
  if (pid == 0) {
    const bool can = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && install_filter(false);
    ::_exit(can ? 0 : 1);
  }
  int status = 1;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

}  // namespace ldfi::sandbox
