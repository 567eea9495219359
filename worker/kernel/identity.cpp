#include "worker/kernel/identity.hpp"

#include <asm/prctl.h>
#include <linux/limits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "worker/kernel/context.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/link.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/names.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/report.hpp"

namespace ldfi::kernel {
namespace {

void copy_text(char* to, std::size_t room, const char* from) {
  const std::size_t count = length_of(from);
  const std::size_t some = count < room - 1 ? count : room - 1;
  memcpy(to, from, some);
  to[some] = '\0';
}

long pass_call(const Call& call) {
  return linux_call(call.number, call.signed_at(0), call.signed_at(1), call.signed_at(2));
}

long getpriority_call(const Call& /*call*/) {
  constexpr long shown = 20;  // the call returns 20 - nice
  return shown;
}

/// The kernel release decides what runtimes try, so it is the same on each machine.
long uname_call(const Call& call) {
  utsname out{};
  copy_text(out.sysname, sizeof out.sysname, "Linux");
  copy_text(out.nodename, sizeof out.nodename, node_name());
  copy_text(out.release, sizeof out.release, "6.1.0");
  copy_text(out.version, sizeof out.version, "ldfi-farm");
  copy_text(out.machine, sizeof out.machine, "x86_64");
  copy_text(out.domainname, sizeof out.domainname, "(none)");
  return write_guest(call[0], out);
}

long sysinfo_call(const Call& call) {
  struct sysinfo out {};
  constexpr unsigned long bytes = 4UL << 30U;
  out.uptime = static_cast<long>((now() + clock_page().machine) / second);
  out.totalram = out.freeram = bytes;
  out.procs = static_cast<unsigned short>(process_count());
  out.mem_unit = 1;
  return write_guest(call[0], out);
}

long getrusage_call(const Call& call) {
  rusage out{};
  constexpr long per_unit = 1000;
  const timespec used = time_of(now());
  const int who = call.number_at(0);
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) return -EINVAL;
  if (who != RUSAGE_CHILDREN) out.ru_utime = {used.tv_sec, used.tv_nsec / per_unit};
  return write_guest(call[1], out);
}

rlimit limit_of(int what) {
  constexpr rlim_t stack = 8 << 20;
  if (what == RLIMIT_NOFILE) return {static_cast<rlim_t>(most_descriptors()), 4096};
  if (what == RLIMIT_STACK) return {stack, RLIM_INFINITY};
  if (what == RLIMIT_CORE) return {0, 0};
  return {RLIM_INFINITY, RLIM_INFINITY};
}

long set_limit(int what, const rlimit& wanted) {
  if (wanted.rlim_cur > wanted.rlim_max) return -EINVAL;
  if (wanted.rlim_max > limit_of(what).rlim_max) return -EPERM;
  if (what == RLIMIT_NOFILE) set_most_descriptors(static_cast<int>(wanted.rlim_cur));
  return 0;
}

long prlimit_call(const Call& call) {
  const int what = call.number_at(1);
  if (call.number_at(0) != 0 && call.number_at(0) != own_process().number) return -ESRCH;
  if (what < 0 || what >= static_cast<int>(RLIM_NLIMITS)) return -EINVAL;
  rlimit wanted{};
  const rlimit before = limit_of(what);
  if (call[2] != 0) {
    if (read_guest(wanted, call[2]) != 0) return -EFAULT;
    if (const long error = set_limit(what, wanted); error != 0) return error;
  }
  return call[3] == 0 ? 0 : write_guest(call[3], before);
}

long getrlimit_call(const Call& call) {
  const int what = call.number_at(0);
  if (what < 0 || what >= static_cast<int>(RLIM_NLIMITS)) return -EINVAL;
  return write_guest(call[1], limit_of(what));
}

long setrlimit_call(const Call& call) {
  rlimit wanted{};
  if (read_guest(wanted, call[1]) != 0) return -EFAULT;
  return set_limit(call.number_at(0), wanted);
}

long getcpu_call(const Call& call) {
  const unsigned zero = 0;
  if (call[0] != 0 && write_guest(call[0], zero) != 0) return -EFAULT;
  return call[1] == 0 ? 0 : write_guest(call[1], zero);
}

long arch_prctl_call(const Call& call) {
  Context& self = current();
  switch (call.number_at(0)) {
    case ARCH_SET_FS:
      self.thread_pointer = call[1];
      return linux_call(SYS_arch_prctl, ARCH_SET_FS, call.signed_at(1));
    case ARCH_GET_FS:
      return write_guest(call[1], self.thread_pointer);
    default:
      return -EINVAL;
  }
}

long prctl_call(const Call& call) {
  switch (call.number_at(0)) {
    case PR_SET_NAME:
      return ldfi_copy(own_process().name, at_address<void>(call[1]),
                       sizeof own_process().name - 1);
    case PR_GET_NAME:
      return ldfi_copy(at_address<void>(call[1]), own_process().name, sizeof own_process().name);
    case PR_GET_DUMPABLE:
      return 1;
    case PR_SET_PDEATHSIG:
    case PR_SET_VMA:
    case PR_SET_NO_NEW_PRIVS:
      return 0;
    default:
      return -EINVAL;
  }
}

/// Reports that a process would be another user on Linux, where root may be every user.
long refuse_identity(const Call& call) {
  if (linux_call(SYS_geteuid) != 0) return -EPERM;
  Text text;
  text.add(program()).add(" calls ").add(row_of(call.number).name);
  text.add(" to become another user or group, which the library kernel of virtual time does not ");
  report_deviation(text.add("support: the call fails with EPERM"));
  return -EPERM;
}

/// Lets a process take only the identity that it has. Users and groups that are -1 stay as they are.
template <int own, int count>
long set_ids_call(const Call& call) {
  const long is = linux_call(own);
  for (int i = 0; i < count; ++i) {
    if (call.number_at(i) != -1 && static_cast<std::uint32_t>(call[i]) != is)
      return refuse_identity(call);
  }
  return 0;
}

/// The file system's user or group. Returns the one before.
template <int own>
long set_file_id_call(const Call& /*call*/) {
  return linux_call(own);
}

}  // namespace

void set_program(const char* path) {
  Process& process = own_process();
  copy_text(process.program, sizeof process.program, path);
  const char* name = path;
  for (const char* at = path; *at != '\0'; ++at) {
    if (*at == '/') name = at + 1;
  }
  copy_text(process.name, sizeof process.name, name);
}

const char* program() {
  return own_process().program;
}

constexpr Entry calls_of_identity[] = {{SYS_getuid, {"getuid", pass_call}},
                                       {SYS_geteuid, {"geteuid", pass_call}},
                                       {SYS_getgid, {"getgid", pass_call}},
                                       {SYS_getegid, {"getegid", pass_call}},
                                       {SYS_getgroups, {"getgroups", pass_call}},
                                       {SYS_setgroups, {"setgroups", pass_call}},
                                       {SYS_getresuid, {"getresuid", pass_call}},
                                       {SYS_getresgid, {"getresgid", pass_call}},
                                       {SYS_setuid, {"setuid", set_ids_call<SYS_getuid, 1>}},
                                       {SYS_setgid, {"setgid", set_ids_call<SYS_getgid, 1>}},
                                       {SYS_setreuid, {"setreuid", set_ids_call<SYS_getuid, 2>}},
                                       {SYS_setregid, {"setregid", set_ids_call<SYS_getgid, 2>}},
                                       {SYS_setresuid, {"setresuid", set_ids_call<SYS_getuid, 3>}},
                                       {SYS_setresgid, {"setresgid", set_ids_call<SYS_getgid, 3>}},
                                       {SYS_setfsuid, {"setfsuid", set_file_id_call<SYS_getuid>}},
                                       {SYS_setfsgid, {"setfsgid", set_file_id_call<SYS_getgid>}},
                                       {SYS_uname, {"uname", uname_call}},
                                       {SYS_sysinfo, {"sysinfo", sysinfo_call}},
                                       {SYS_getrusage, {"getrusage", getrusage_call}},
                                       {SYS_prlimit64, {"prlimit64", prlimit_call}},
                                       {SYS_getrlimit, {"getrlimit", getrlimit_call}},
                                       {SYS_setrlimit, {"setrlimit", setrlimit_call}},
                                       {SYS_getcpu, {"getcpu", getcpu_call}},
                                       {SYS_arch_prctl, {"arch_prctl", arch_prctl_call}},
                                       {SYS_prctl, {"prctl", prctl_call}},
                                       {SYS_getpriority, {"getpriority", getpriority_call}},
                                       {SYS_umask, {"umask", pass_call}},
                                       {0, {}}};

}  // namespace ldfi::kernel
