#include "worker/kernel/trap.hpp"

#include <sys/prctl.h>

#include <initializer_list>

#include "worker/kernel/call.hpp"
#include "worker/kernel/context.hpp"
#include "worker/kernel/instructions.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/signals.hpp"
#include "worker/kernel/trace.hpp"
#include "worker/kernel/unsupported.hpp"

extern "C" {
void ldfi_return();
void ldfi_copy_step();
void ldfi_copy_failed();
int ldfi_try_time_stamp();
void ldfi_time_stamp_failed();
extern const char __executable_start[];
extern const char etext[];
}

namespace ldfi::kernel {
namespace {

template <typename Function>
std::uint64_t text_address(Function* function) {
  return static_cast<std::uint64_t>(address_of(function));
}

bool is_of_kernel(std::uint64_t instruction) {
  return instruction >= static_cast<std::uint64_t>(address_of(&__executable_start[0])) &&
         instruction < static_cast<std::uint64_t>(address_of(&etext[0]));
}

long answer(const Call& call) {
  const Row& row = row_of(call.number);
  if (row.answer != nullptr) return row.answer(call);
  report_unsupported(call);
  return -row.error;
}

/// Called for each call of the guest. `self.frame` has its registers.
void handle_call(int /*signal*/, siginfo_t* /*info*/, void* at) {
  auto& frame = *static_cast<Frame*>(at);
  current().frame = &frame;
  clock_page().now += clock_page().cost;
  const Call call{static_cast<long>(static_cast<std::int32_t>(frame[rax])),
                  {frame[rdi], frame[rsi], frame[rdx], frame[r10], frame[r8], frame[r9]}};
  if (call.number == SYS_exit || call.number == SYS_exit_group) trace(call, 0);
  const long result = answer(call);
  Context& self = current();  // another context than before, if the call has made a new process
  trace(call, result);
  if (result == restart) {
    resume_or_fail(self, call.number);
  } else if (result != registers_are_set) {
    frame[rax] = static_cast<std::uint64_t>(result);
  }
  if (is_slice_used()) yield();
  deliver_signals(self);
}

/// Called when an instruction of the guest has failed, or one of the library kernel that reads the guest's
/// memory.
void handle_fault(int signal, siginfo_t* info, void* at) {
  auto& frame = *static_cast<Frame*>(at);
  if (frame[rip] == text_address(ldfi_copy_step)) {
    frame[rip] = text_address(ldfi_copy_failed);
    return;
  }
  if (frame[rip] == text_address(ldfi_try_time_stamp)) {
    frame[rip] = text_address(ldfi_time_stamp_failed);
    return;
  }
  if (is_of_kernel(frame[rip])) {
    Text text;
    text.add("the library kernel itself has failed at ").add_hex(frame[rip]).add(", address ");
    text.add_hex(static_cast<std::uint64_t>(address_of(info->si_addr)));
    give_up(text);
  }
  Context& self = current();
  self.frame = &frame;
  if ((signal == SIGSEGV || signal == SIGILL) && answer_instruction(frame, signal)) return;
  deliver_fault(self, signal);
}

struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  std::uint64_t blocked;
};

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  constexpr unsigned long has_restorer = 0x04000000;
  const KernelAction action{handler, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | has_restorer,
                            ldfi_return, 0};
  linux_call(SYS_rt_sigaction, signal, address_of(&action), 0, sizeof action.blocked);
}

}  // namespace

void begin_traps() {
  handle(SIGSYS, handle_call);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) handle(fault, handle_fault);
  const std::uint64_t none = 0;
  linux_call(SYS_rt_sigprocmask, SIG_SETMASK, address_of(&none), 0, sizeof none);
  dispatch_calls();
}

void dispatch_calls() {
  const long begin = address_of(&__executable_start[0]);
  const long got = linux_call(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, begin,
                              address_of(&etext[0]) - begin, 0);
  if (is_error(got)) {
    give_up(
        "this machine's kernel has no syscall user dispatch (Linux 5.11 or later has it), which "
        "the library "
        "kernel of virtual time needs. Use time: plain");
  }
}

}  // namespace ldfi::kernel
