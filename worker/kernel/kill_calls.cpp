// Calls that send signals to threads, processes and groups of processes.
#include <signal.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/process.hpp"

namespace ldfi::kernel {
namespace {

bool is_signal(int signal) {
  return signal >= 0 && signal <= Pending::most_signals;
}

Context* context_with(int number) {
  Context* one = first_context();
  while (one != nullptr && one->number != number) one = one->next_of_all;
  return one;
}

/// `process` is 0 if the thread may belong to any process.
long send_to_thread(int process, int thread, int signal) {
  if (!is_signal(signal) || thread <= 0) return -EINVAL;
  Context* const to = context_with(thread);
  if (to == nullptr || (process != 0 && to->process->number != process)) return -ESRCH;
  if (signal != 0) send_signal(*to, signal, from_current(SI_TKILL));
  return 0;
}

/// Sends a signal to each process for which `is_meant` is true. Returns -ESRCH if there is none.
template <typename Test>
long send_to_each(int signal, const Test& is_meant) {
  long out = -ESRCH;
  for (Process* one = first_process(); one != nullptr; one = one->next) {
    if (!is_meant(*one)) continue;
    if (signal != 0) send_signal_to_process(*one, signal, from_current(SI_USER));
    out = 0;
  }
  return out;
}

long kill_call(const Call& call) {
  const int to = call.number_at(0);
  const int signal = call.number_at(1);
  if (!is_signal(signal)) return -EINVAL;
  const Process& self = own_process();
  return send_to_each(signal, [&](const Process& one) {
    if (to > 0) return one.number == to;
    if (to == -1) return &one != &self;
    return one.group == (to == 0 ? self.group : -to);
  });
}

long tkill_call(const Call& call) {
  return send_to_thread(0, call.number_at(0), call.number_at(1));
}

long tgkill_call(const Call& call) {
  if (call.number_at(0) <= 0) return -EINVAL;
  return send_to_thread(call.number_at(0), call.number_at(1), call.number_at(2));
}

}  // namespace

constexpr Entry calls_of_kill[] = {{SYS_kill, {"kill", kill_call}},
                                   {SYS_tkill, {"tkill", tkill_call}},
                                   {SYS_tgkill, {"tgkill", tgkill_call}},
                                   {0, {}}};

}  // namespace ldfi::kernel
