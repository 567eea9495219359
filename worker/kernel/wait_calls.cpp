// Calls that wait for the end of a child.
#include <sys/resource.h>
#include <sys/wait.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

/// The children that a call waits for.
struct Wanted {
  int process = 0;    ///< 0: any
  int group = 0;      ///< 0: any
  bool takes = true;  ///< the child is forgotten behind the call
  bool waits = true;
  bool sees_ends = true;

  [[nodiscard]] bool includes(const Process& child) const {
    return child.parent == &own_process() && (process == 0 || child.number == process) &&
           (group == 0 || child.group == group);
  }
};

/// Waits until a wanted child has ended. Returns its number or 0, and the child, or an error.
long await_child(const Wanted& wanted, Process*& out) {
  Context& self = current();
  for (;;) {
    bool is_any = false;
    for (Process* one = first_process(); one != nullptr; one = one->next) {
      if (!wanted.includes(*one)) continue;
      is_any = true;
      if (!one->has_ended || !wanted.sees_ends) continue;
      out = one;
      return one->number;
    }
    if (!is_any) return -ECHILD;
    if (!wanted.waits) return 0;
    self.awaits_child = true;
    const Outcome outcome = wait_until(never);
    self.awaits_child = false;
    if (outcome == Outcome::interrupted) return restart;
  }
}

long write_usage(std::uint64_t address) {
  return address == 0 ? 0 : write_guest(address, rusage{});
}

long wait4_call(const Call& call) {
  constexpr std::uint32_t known =
      WNOHANG | WUNTRACED | WCONTINUED | __WALL | __WCLONE | __WNOTHREAD;
  const int which = call.number_at(0);
  const auto options = static_cast<std::uint32_t>(call[2]);
  if ((options & ~known) != 0) return -EINVAL;
  Wanted wanted;
  wanted.process = which > 0 ? which : 0;
  wanted.group = which == 0 ? own_process().group : which < -1 ? -which : 0;
  wanted.waits = (options & WNOHANG) == 0;
  Process* child = nullptr;
  const long out = await_child(wanted, child);
  if (child == nullptr) return out;
  const int status = child->status;
  forget_process(*child);
  if (call[1] != 0 && write_guest(call[1], status) != 0) return -EFAULT;
  return write_usage(call[3]) != 0 ? -EFAULT : out;
}

siginfo_t info_of(const Process& child) {
  siginfo_t out{};
  const int signal = signal_of(child.status);
  out.si_signo = SIGCHLD;
  out.si_code = signal == 0 ? CLD_EXITED : CLD_KILLED;
  out.si_pid = child.number;
  out.si_uid = static_cast<uid_t>(linux_call(SYS_getuid));
  out.si_status = signal == 0 ? child.status >> 8 : signal;
  return out;
}

long waitid_call(const Call& call) {
  constexpr std::uint32_t kinds = WEXITED | WSTOPPED | WCONTINUED;
  constexpr std::uint32_t known = kinds | WNOHANG | WNOWAIT | __WALL | __WCLONE | __WNOTHREAD;
  const auto kind = static_cast<idtype_t>(call.number_at(0));
  const int which = call.number_at(1);
  const auto options = static_cast<std::uint32_t>(call[3]);
  if ((options & ~known) != 0 || (options & kinds) == 0) return -EINVAL;
  Wanted wanted;
  if (kind == P_PID) {
    if (which <= 0) return -EINVAL;
    wanted.process = which;
  } else if (kind == P_PGID) {
    if (which < 0) return -EINVAL;
    wanted.group = which == 0 ? own_process().group : which;
  } else if (kind != P_ALL) {
    return -EINVAL;
  }
  wanted.waits = (options & WNOHANG) == 0;
  wanted.takes = (options & WNOWAIT) == 0;
  wanted.sees_ends = (options & WEXITED) != 0;
  Process* child = nullptr;
  const long out = await_child(wanted, child);
  if (out < 0) return out;
  const siginfo_t info = child == nullptr ? siginfo_t{} : info_of(*child);
  if (child != nullptr && wanted.takes) forget_process(*child);
  if (call[2] != 0 && write_guest(call[2], info) != 0) return -EFAULT;
  return write_usage(call[4]) != 0 ? -EFAULT : 0;
}

}  // namespace

constexpr Entry calls_of_wait[] = {
    {SYS_wait4, {"wait4", wait4_call}}, {SYS_waitid, {"waitid", waitid_call}}, {0, {}}};

}  // namespace ldfi::kernel
