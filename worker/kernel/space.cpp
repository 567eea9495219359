#include "worker/kernel/space.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/prctl.h>

#include <csignal>
#include <ctime>

#include "worker/kernel/report.hpp"
#include "worker/kernel/trace.hpp"
#include "worker/kernel/trap.hpp"

namespace ldfi::kernel {
namespace {

constinit Space* first = nullptr;
constinit long runner = 0;  ///< process of Linux that has the turn
constinit bool has_ended = false;
constinit int status_of_node = 0;

/// Linux removes children that have ended by itself, because their parent ignores SIGCHLD.
void ignore_ends_of_children() {
  constexpr std::uint64_t ignored[4] = {1, 0, 0, 0};
  linux_call(SYS_rt_sigaction, SIGCHLD, address_of(&ignored[0]), 0, sizeof ignored[0]);
}

[[noreturn]] void leave(long status) {
  for (;;) linux_call(SYS_exit_group, status);
}

/// Ends this process as a process of the guest has ended: with an exit code, or by a signal.
[[noreturn]] void leave_as(int status) {
  const int signal = signal_of(status);
  if (signal == 0) leave(status >> 8);
  constexpr std::uint64_t by_default[4] = {};
  constexpr std::uint64_t none = 0;
  linux_call(SYS_rt_sigaction, signal, address_of(&by_default[0]), 0, sizeof none);
  linux_call(SYS_kill, linux_call(SYS_getpid), signal);
  linux_call(SYS_rt_sigprocmask, SIG_SETMASK, address_of(&none), 0, sizeof none);
  constexpr long of_signals = 128;
  leave(of_signals + signal);
}

bool is_first() {
  return first == nullptr || linux_call(SYS_getpid) == first->process_of_linux;
}

void give_turn(Space& to) {
  runner = to.process_of_linux;
  __atomic_store_n(&to.turn, 1, __ATOMIC_SEQ_CST);
  linux_call(SYS_futex, address_of(&to.turn), FUTEX_WAKE, 1);
}

/// Something outside the node may kill a process that has the turn. The first process notices that.
void await_turn(Space& own) {
  constexpr timespec look{1, 0};
  const bool looks = &own == first;
  while (__atomic_load_n(&own.turn, __ATOMIC_SEQ_CST) == 0) {
    const long got =
        linux_call(SYS_futex, address_of(&own.turn), FUTEX_WAIT, 0, looks ? address_of(&look) : 0);
    if (got == -ETIMEDOUT && linux_call(SYS_kill, runner, 0) == -ESRCH &&
        __atomic_load_n(&own.turn, __ATOMIC_SEQ_CST) == 0) {
      give_up("a process of this node was killed from outside the node");
    }
  }
  if (has_ended) leave_as(status_of_node);
}

/// Called in a new process of Linux before it has the turn, so it may not change the node's memory.
void begin_copy() {
  linux_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (linux_call(SYS_getppid) != first->process_of_linux) leave(1);
  dispatch_calls();
}

}  // namespace

Space& begin_space() {
  first = allocate_object<Space>();
  first->turn = 1;
  first->process_of_linux = runner = linux_call(SYS_getpid);
  ignore_ends_of_children();
  return *first;
}

/// Every new process of Linux is a child of the node's first one, so that it ends with the node.
long fork_space(Space& child) {
  const long how = SIGCHLD | CLONE_FILES | (is_first() ? 0 : CLONE_PARENT);
  const long got = linux_call(SYS_clone, how);
  if (got != 0) {
    child.process_of_linux = got;
    return got;
  }
  begin_copy();
  await_turn(child);
  return 0;
}

void pass_turn(Space& to, Space& own) {
  own.turn = 0;
  give_turn(to);
  await_turn(own);
}

void leave_turn(Space& to) {
  give_turn(to);
  leave(0);
}

void end_node(int status) {
  flush_trace();
  if (is_first()) leave_as(status);
  status_of_node = status;
  has_ended = true;
  leave_turn(*first);
}

}  // namespace ldfi::kernel
