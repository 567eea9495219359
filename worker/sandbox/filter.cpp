#include "worker/sandbox/filter.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ldfi::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;
#endif

/// A system call with this number or a larger one belongs to x32, another interface of the kernel.
constexpr std::uint32_t other_interface = 0x40000000;

constexpr std::uint32_t namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                     CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP |
                                     0x80U /* time */;

/// System calls that are never useful to a node.
constexpr int forbidden[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_unshare,
    SYS_setns,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_fanotify_init,
    SYS_vhangup,
#if defined(__x86_64__)
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

/// System calls that fail as if the kernel did not have them. Programs cope with this failure,
/// because some kernels lack these calls.
constexpr int unknown_calls[] = {
    SYS_clone3,  // its flags are in memory, which a filter cannot read
    // These calls get memory that does not belong to a process, so that no limit counts it.
    SYS_memfd_create, SYS_memfd_secret, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open,
    SYS_vmsplice, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#if defined(SYS_inotify_init)
    SYS_inotify_init,
#endif
    SYS_inotify_init1};

/// System calls that set attributes of files. Attributes use memory of the kernel, so these calls
/// fail as on a file system without attributes.
constexpr int attribute_calls[] = {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
                                   463 /* setxattrat */};
/// Options that enlarge the buffers of sockets. Calls with these options succeed without an effect,
/// which is allowed, because the options are only hints.
constexpr std::uint32_t buffer_sizes[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE};

using Code = std::vector<sock_filter>;

void add(Code& code, unsigned operation, std::uint32_t value, std::size_t yes = 0,
         std::size_t no = 0) {
  code.push_back({static_cast<std::uint16_t>(operation), static_cast<std::uint8_t>(yes),
                  static_cast<std::uint8_t>(no), value});
}

void load(Code& code, std::size_t offset) {
  add(code, BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

void refuse(Code& code, int error) {
  add(code, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
}

void refuse_if(Code& code, int call, int error) {
  add(code, BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
  refuse(code, error);
}

constexpr std::size_t argument(std::size_t which) {
  return offsetof(seccomp_data, args) +
         which * sizeof(std::uint64_t);  // offset of the lower half, on a little-endian machine
}

/// Adds to the filter: `call` returns `error` if the result of `test` on its argument `which`
/// equals `if_true`.
void refuse_argument(Code& code, int call, std::size_t which, unsigned test, std::uint32_t value,
                     bool if_true, int error) {
  add(code, BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
  load(code, argument(which));
  add(code, BPF_JMP | test | BPF_K, value, if_true ? 0 : 1, if_true ? 1 : 0);
  refuse(code, error);
  load(code, offsetof(seccomp_data, nr));
}

/// Adds to the filter: `call` with these second and third arguments returns `error`. If `error` is
/// 0, the call succeeds without an effect.
void refuse_pair(Code& code, int call, std::uint32_t second, std::uint32_t third, int error) {
  add(code, BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 6);
  load(code, argument(1));
  add(code, BPF_JMP | BPF_JEQ | BPF_K, second, 0, 3);
  load(code, argument(2));
  add(code, BPF_JMP | BPF_JEQ | BPF_K, third, 0, 1);
  refuse(code, error);
  load(code, offsetof(seccomp_data, nr));
}

/// Refuses calls that make the kernel hold memory for a node that Usage (worker/drive/tasks.hpp)
/// does not count.
void refuse_hidden_memory(Code& code) {
  for (const int call : attribute_calls) refuse_if(code, call, EOPNOTSUPP);
  for (const std::uint32_t size : buffer_sizes) {
    refuse_pair(code, SYS_setsockopt, SOL_SOCKET, size, 0);
  }
  refuse_argument(code, SYS_fcntl, 1, BPF_JEQ, F_SETPIPE_SZ, true, EPERM);
  // With this option, ldfi-farm could not see the descriptors of the process.
  refuse_argument(code, SYS_prctl, 0, BPF_JEQ, PR_SET_DUMPABLE, true, EPERM);
}

}  // namespace

bool install_filter(bool network) {
  if (architecture == 0) {
    errno = ENOSYS;
    return false;
  }
  Code code;
  load(code, offsetof(seccomp_data, arch));
  add(code, BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  refuse(code, ENOSYS);
  load(code, offsetof(seccomp_data, nr));
  add(code, BPF_JMP | BPF_JGE | BPF_K, other_interface, 0, 1);
  refuse(code, ENOSYS);
  for (const int call : forbidden) refuse_if(code, call, EPERM);
  for (const int call : unknown_calls) refuse_if(code, call, ENOSYS);
  refuse_argument(code, SYS_clone, 0, BPF_JSET, namespaces, true, EPERM);
  // A node must not change the limits of another process.
  refuse_argument(code, SYS_prlimit64, 0, BPF_JEQ, 0, false, EPERM);
  refuse_hidden_memory(code);
  if (!network) {
    refuse_argument(code, SYS_socket, 0, BPF_JEQ, AF_UNIX, false, EAFNOSUPPORT);
    refuse_argument(code, SYS_socketpair, 0, BPF_JEQ, AF_UNIX, false, EAFNOSUPPORT);
  }
  add(code, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace ldfi::sandbox
