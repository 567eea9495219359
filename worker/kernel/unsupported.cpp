#include "worker/kernel/unsupported.hpp"

#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/link.hpp"

namespace ldfi::kernel {
namespace {

constexpr long most_calls = 512;
constinit bool is_reported[most_calls] = {};

}  // namespace

void report_unsupported(const Call& call) {
  if (call.number >= 0 && call.number < most_calls) {
    if (is_reported[call.number]) return;
    is_reported[call.number] = true;
  }
  const Row& row = row_of(call.number);
  Text text;
  text.add(program()).add(" calls ");
  if (row.name != nullptr) {
    text.add(row.name);
  } else {
    text.add("system call ").add_number(call.number);
  }
  text.add(", which the library kernel of virtual time does not support: the call fails with ");
  report_deviation(text.add(row.error == EPERM ? "EPERM" : "ENOSYS"));
}

/// Programs have other ways if these fail, so nobody is told.
long fall_back(const Call& /*call*/) {
  return -ENOSYS;
}

/// No file is a socket.
constexpr Entry calls_refused[] = {{SYS_clone3, {"clone3", fall_back}},
                                   {SYS_rseq, {"rseq", fall_back}},
                                   {SYS_io_uring_setup, {"io_uring_setup", fall_back}},
                                   {SYS_pidfd_open, {"pidfd_open", fall_back}},
                                   {SYS_ptrace, {"ptrace", nullptr, EPERM}},
                                   {SYS_memfd_create, {"memfd_create"}},
                                   {SYS_inotify_init1, {"inotify_init1"}},
                                   {SYS_signalfd4, {"signalfd4"}},
                                   {SYS_timer_create, {"timer_create"}},
                                   {SYS_rt_sigtimedwait, {"rt_sigtimedwait"}},
                                   {0, {}}};

}  // namespace ldfi::kernel
