#include "worker/kernel/fork.hpp"

#include <asm/prctl.h>
#include <fcntl.h>
#include <sched.h>

#include "worker/kernel/process.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

constexpr int most_processes = 500;

/// Folder and file mode mask of a process of Linux, which the child of a vfork() may change for its parent.
class Surroundings {
 public:
  Surroundings()
      : folder_(
            linux_call(SYS_openat, AT_FDCWD, address_of("."), O_PATH | O_DIRECTORY | O_CLOEXEC)),
        mask_(linux_call(SYS_umask, 0)) {
    linux_call(SYS_umask, mask_);
  }
  void restore() const {
    linux_call(SYS_umask, mask_);
    if (is_error(folder_)) return;
    linux_call(SYS_fchdir, folder_);
    linux_call(SYS_close, folder_);
  }

 private:
  long folder_;
  long mask_;
};

void note_thread_number(const Call& call, std::uint64_t flag, int place, int number) {
  if ((call[0] & flag) != 0) (void)write_guest(call[place], number);
}

/// Lets the parent wait until the child has a memory of its own.
void await_vfork(Process& child) {
  Context& self = current();
  const int number = child.number;
  child.vfork_parent = &self;
  self.awaits_vfork = true;
  while (self.awaits_vfork && !must_end(self)) wait_until(never, false);
  if (self.awaits_vfork) process_with(number)->vfork_parent = nullptr;
}

/// Makes a child with a copy of the memory. Returns twice, as fork() does.
long copy_memory(const Call& call, Process& child) {
  auto* const space = allocate_object<Space>();
  const Context& parent = current();
  for (const SharedMap& one : parent.space->shared_maps) space->shared_maps.push(one);
  Context& thread = copy_context(*space, child);
  thread.number = child.number;
  const int number = child.number;
  const long got = fork_space(*space);
  if (is_error(got)) give_up("Linux refuses to make a further process for this node");
  if (got > 0) return number;
  note_thread_number(call, CLONE_CHILD_SETTID, 3, number);
  thread.clear_at_end = (call[0] & CLONE_CHILD_CLEARTID) != 0 ? call[3] : 0;
  if ((call[0] & CLONE_SETTLS) != 0) {
    thread.thread_pointer = call[4];
    linux_call(SYS_arch_prctl, ARCH_SET_FS, call.signed_at(4));
  }
  if (call[1] != 0) (*parent.frame)[rsp] = call[1];
  return 0;
}

/// Makes a child that runs in the memory of its parent.
long share_memory(const Call& call, Process& child) {
  const Context& self = current();
  Context& thread = add_context(*self.frame, child);
  thread.number = child.number;
  thread.blocked = self.blocked;
  thread.thread_pointer = (call[0] & CLONE_SETTLS) != 0 ? call[4] : self.thread_pointer;
  (*thread.frame)[rax] = 0;
  if (call[1] != 0) (*thread.frame)[rsp] = call[1];
  if ((call[0] & CLONE_CHILD_CLEARTID) != 0) thread.clear_at_end = call[3];
  note_thread_number(call, CLONE_CHILD_SETTID, 3, child.number);
  return child.number;
}

long fork_call(const Call& /*call*/) {
  return clone_process({SYS_clone, {SIGCHLD}});
}

long vfork_call(const Call& /*call*/) {
  return clone_process({SYS_clone, {CLONE_VM | CLONE_VFORK | SIGCHLD}});
}

}  // namespace

long clone_process(const Call& call) {
  constexpr std::uint64_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                       CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  constexpr std::uint64_t unknown = CLONE_THREAD | CLONE_SIGHAND | CLONE_PIDFD | CLONE_PTRACE;
  const std::uint64_t how = call[0];
  if ((how & namespaces) != 0) return -EPERM;
  if ((how & unknown) != 0) return -EINVAL;
  if (process_count() >= most_processes) return -EAGAIN;
  Process& child = copy_process(static_cast<int>(how & CSIGNAL));
  if ((how & CLONE_PARENT) != 0) child.parent = own_process().parent;
  note_thread_number(call, CLONE_PARENT_SETTID, 2, child.number);
  if ((how & CLONE_VM) == 0) {
    const long out = copy_memory(call, child);
    if (out > 0 && (how & CLONE_VFORK) != 0) await_vfork(child);
    return out;
  }
  const Surroundings surroundings;
  const long out = share_memory(call, child);
  if ((how & CLONE_VFORK) != 0) await_vfork(child);
  surroundings.restore();
  return out;
}

constexpr Entry calls_of_fork[] = {
    {SYS_fork, {"fork", fork_call}}, {SYS_vfork, {"vfork", vfork_call}}, {0, {}}};

}  // namespace ldfi::kernel
