// Numbers of processes, their groups and sessions.
#include "worker/kernel/call.hpp"
#include "worker/kernel/process.hpp"

namespace ldfi::kernel {
namespace {

/// Returns the process that a call names by a number, of which 0 is the caller.
Process* named(int number) {
  return number == 0 ? &own_process() : process_with(number);
}

bool is_group_of(int group, int session) {
  for (const Process* one = first_process(); one != nullptr; one = one->next) {
    if (one->group == group && one->session == session) return true;
  }
  return false;
}

long getpid_call(const Call& /*call*/) {
  return own_process().number;
}
long gettid_call(const Call& /*call*/) {
  return current().number;
}
long getppid_call(const Call& /*call*/) {
  const Process* const parent = own_process().parent;
  return parent == nullptr ? 1 : parent->number;
}
long getpgid_call(const Call& call) {
  const Process* const one = named(call.number_at(0));
  return one == nullptr ? -ESRCH : one->group;
}
long getsid_call(const Call& call) {
  const Process* const one = named(call.number_at(0));
  return one == nullptr ? -ESRCH : one->session;
}
long getpgrp_call(const Call& /*call*/) {
  return own_process().group;
}

long setpgid_call(const Call& call) {
  const Process& self = own_process();
  if (call.number_at(1) < 0) return -EINVAL;
  Process* const one = named(call.number_at(0));
  if (one == nullptr) return -ESRCH;
  const int group = call.number_at(1) == 0 ? one->number : call.number_at(1);
  const bool is_child = one->parent == &self;
  if (one != &self && !is_child) return -ESRCH;
  if (is_child && one->session != self.session) return -EPERM;
  if (is_child && one->has_executed) return -EACCES;
  if (one->session == one->number) return -EPERM;
  if (group != one->number && !is_group_of(group, self.session)) return -EPERM;
  one->group = group;
  return 0;
}

long setsid_call(const Call& /*call*/) {
  Process& self = own_process();
  for (const Process* one = first_process(); one != nullptr; one = one->next) {
    if (one->group == self.number) return -EPERM;
  }
  return self.group = self.session = self.number;
}

}  // namespace

constexpr Entry calls_of_groups[] = {{SYS_getpid, {"getpid", getpid_call}},
                                     {SYS_gettid, {"gettid", gettid_call}},
                                     {SYS_getppid, {"getppid", getppid_call}},
                                     {SYS_getpgid, {"getpgid", getpgid_call}},
                                     {SYS_getsid, {"getsid", getsid_call}},
                                     {SYS_getpgrp, {"getpgrp", getpgrp_call}},
                                     {SYS_setpgid, {"setpgid", setpgid_call}},
                                     {SYS_setsid, {"setsid", setsid_call}},
                                     {0, {}}};

}  // namespace ldfi::kernel
