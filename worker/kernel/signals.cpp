#include "worker/kernel/signals.hpp"

#include <initializer_list>

#include "worker/kernel/call.hpp"
#include "worker/kernel/identity.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/trace.hpp"

namespace ldfi::kernel {
namespace {

constexpr int most_signals = 64;
constexpr std::uint64_t mask_bytes = 8;
constexpr std::size_t least_handler_stack = 2048;  // MINSIGSTKSZ of Linux
/// A flag of struct sigaction that only Linux and the C library use.
constexpr std::uint64_t has_restorer = 0x04000000;

/// The guest's choice for a signal: struct sigaction of Linux.
struct Action {
  std::uint64_t handler = 0;  ///< 0: the default; 1: ignore
  std::uint64_t flags = 0;
  std::uint64_t restorer = 0;
  std::uint64_t blocked = 0;
};

constinit Action actions[most_signals + 1] = {};
constinit std::uint64_t pending_of_process = 0;

constexpr std::uint64_t ignore = 1;
constexpr std::uint64_t unblockable = bit_of(SIGKILL) | bit_of(SIGSTOP);

bool is_ignored(int signal) {
  const std::uint64_t handler = actions[signal].handler;
  const bool by_default =
      signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
  return handler == ignore || (handler == 0 && by_default);
}

[[noreturn]] void die_of(int signal) {
  flush_trace();
  const std::uint64_t none = 0;
  const std::uint64_t nothing[4] = {};
  linux_call(SYS_rt_sigaction, signal, address_of(nothing), 0, mask_bytes);
  const long self = linux_call(SYS_getpid);
  linux_call(SYS_kill, self, signal);
  linux_call(SYS_rt_sigprocmask, SIG_SETMASK, address_of(&none), 0, mask_bytes);
  constexpr long of_signals = 128;
  for (;;) linux_call(SYS_exit_group, of_signals + signal);
}

bool is_on_handler_stack(const Context& context) {
  const auto bottom = static_cast<std::uint64_t>(address_of(context.handler_stack.ss_sp));
  const std::uint64_t at = (*context.frame)[rsp];
  return (context.handler_stack.ss_flags & SS_DISABLE) == 0 && at > bottom &&
         at <= bottom + context.handler_stack.ss_size;
}

/// Changes the frame so that the guest continues in the handler of this signal.
void call_handler(Context& context, int signal, const siginfo_t& info) {
  Frame& frame = *context.frame;
  const Action& action = actions[signal];
  constexpr std::uint64_t red_zone = 128;
  constexpr std::uint64_t alignment = 64;
  std::uint64_t top = frame[rsp] - red_zone;
  if ((action.flags & SA_ONSTACK) != 0 && (context.handler_stack.ss_flags & SS_DISABLE) == 0 &&
      !is_on_handler_stack(context)) {
    top = static_cast<std::uint64_t>(address_of(context.handler_stack.ss_sp)) +
          context.handler_stack.ss_size;
  }
  const std::size_t wide = wide_bytes(frame);
  const std::uint64_t wide_at = (top - wide) & ~(alignment - 1);
  Frame built = frame;
  built.stack = context.handler_stack;
  built.wide = at_address<unsigned char>(wide_at);
  built.mask = context.has_blocked_before ? context.blocked_before : context.blocked;
  built.info = info;
  context.has_blocked_before = false;
  const std::uint64_t at = ((wide_at - sizeof(Frame)) & ~std::uint64_t{15}) - sizeof(std::uint64_t);
  const bool fits = ldfi_copy(at_address<void>(wide_at), frame.wide, wide) == 0 &&
                    write_guest(at, action.restorer) == 0 &&
                    write_guest(at + sizeof(std::uint64_t), built) == 0;
  if (!fits) die_of(SIGSEGV);
  constexpr std::uint64_t direction_and_trap = 0x500;
  frame[rip] = action.handler;
  frame[rsp] = at;
  frame[rdi] = static_cast<std::uint64_t>(signal);
  frame[rsi] = at + sizeof(std::uint64_t) + offsetof(Frame, info);
  frame[rdx] = at + sizeof(std::uint64_t);
  frame[rax] = 0;
  frame[flags] &= ~direction_and_trap;
  context.blocked |= action.blocked & ~unblockable;
  if ((action.flags & SA_NODEFER) == 0) context.blocked |= bit_of(signal);
  if ((action.flags & SA_RESETHAND) != 0) actions[signal].handler = 0;
}

/// Returns the lowest signal that is pending and not blocked, and takes it; 0 if there is none.
int take_signal(Context& context) {
  for (int signal = 1; signal <= most_signals; ++signal) {
    if ((context.blocked & bit_of(signal)) != 0) continue;
    for (std::uint64_t* const from : {&context.pending, &pending_of_process}) {
      if ((*from & bit_of(signal)) == 0) continue;
      *from &= ~bit_of(signal);
      return signal;
    }
  }
  return 0;
}

Context* context_with(int number) {
  for (Context* one = first_context(); one != nullptr; one = one->next_of_all) {
    if (one->state != Context::State::ended && one->number == number) return one;
  }
  return nullptr;
}

long sigaction_call(const Call& call) {
  const int signal = call.number_at(0);
  if (call[3] != mask_bytes || signal < 1 || signal > most_signals) return -EINVAL;
  Action wanted;
  const Action before = actions[signal];
  if (call[1] != 0) {
    if (read_guest(wanted, call[1]) != 0) return -EFAULT;
    if ((bit_of(signal) & unblockable) != 0) return -EINVAL;
    if (wanted.handler > ignore && (wanted.flags & has_restorer) == 0) return -EINVAL;
    wanted.blocked &= ~unblockable;
    actions[signal] = wanted;
    if (is_ignored(signal)) pending_of_process &= ~bit_of(signal);
  }
  return call[2] == 0 ? 0 : write_guest(call[2], before);
}

long sigprocmask_call(const Call& call) {
  if (call[3] != mask_bytes) return -EINVAL;
  Context& self = current();
  const std::uint64_t before = self.blocked;
  if (call[1] != 0) {
    std::uint64_t mask = 0;
    if (read_guest(mask, call[1]) != 0) return -EFAULT;
    switch (call.number_at(0)) {
      case SIG_BLOCK:
        self.blocked |= mask;
        break;
      case SIG_UNBLOCK:
        self.blocked &= ~mask;
        break;
      case SIG_SETMASK:
        self.blocked = mask;
        break;
      default:
        return -EINVAL;
    }
    self.blocked &= ~unblockable;
  }
  return call[2] == 0 ? 0 : write_guest(call[2], before);
}

long sigpending_call(const Call& call) {
  const Context& self = current();
  return write_guest(call[0], (self.pending | pending_of_process) & self.blocked);
}

long sigsuspend_call(const Call& call) {
  if (const long error = set_mask_for_wait(call[0], call[1]); error != 0) return error;
  wait_until(never);
  return end_wait_with_mask(-EINTR);
}

long pause_call(const Call& /*call*/) {
  wait_until(never);
  return -EINTR;
}

long sigaltstack_call(const Call& call) {
  Context& self = current();
  stack_t before = self.handler_stack;
  if (is_on_handler_stack(self)) before.ss_flags |= SS_ONSTACK;
  if (call[0] != 0) {
    stack_t wanted{};
    if (read_guest(wanted, call[0]) != 0) return -EFAULT;
    if (is_on_handler_stack(self)) return -EPERM;
    if ((wanted.ss_flags & ~SS_DISABLE) != 0) return -EINVAL;
    if (wanted.ss_flags == 0 && wanted.ss_size < least_handler_stack) return -ENOMEM;
    self.handler_stack = wanted.ss_flags == 0 ? wanted : stack_t{nullptr, SS_DISABLE, 0};
  }
  return call[1] == 0 ? 0 : write_guest(call[1], before);
}

/// Continues where a handler has interrupted the guest.
long sigreturn_call(const Call& /*call*/) {
  Context& self = current();
  Frame& frame = *self.frame;
  Frame built;
  const std::size_t wide = wide_bytes(frame);
  if (read_guest(built, frame[rsp]) != 0) die_of(SIGSEGV);
  if (built.wide != nullptr && ldfi_copy(frame.wide, built.wide, wide) != 0) die_of(SIGSEGV);
  memcpy(frame.general, built.general, sizeof frame.general);
  self.blocked = built.mask & ~unblockable;
  self.handler_stack = built.stack;
  self.handler_stack.ss_flags &= SS_DISABLE;
  return registers_are_set;
}

long send_to_thread(int number, int signal) {
  if (signal < 0 || signal > most_signals) return -EINVAL;
  Context* const to = context_with(number);
  if (to == nullptr) return -ESRCH;
  if (signal != 0) send_signal(*to, signal);
  return 0;
}

long kill_call(const Call& call) {
  const int to = call.number_at(0);
  const int signal = call.number_at(1);
  if (signal < 0 || signal > most_signals) return -EINVAL;
  if (to != own_number() && to != 0 && to != -1 && to != -own_number()) return -ESRCH;
  if (signal != 0 && to != -1) send_signal_to_process(signal);
  return 0;
}

long tkill_call(const Call& call) {
  return send_to_thread(call.number_at(0), call.number_at(1));
}

long tgkill_call(const Call& call) {
  if (call.number_at(0) != own_number()) return -ESRCH;
  return send_to_thread(call.number_at(1), call.number_at(2));
}

}  // namespace

bool has_signal(const Context& context) {
  return ((context.pending | pending_of_process) & ~context.blocked) != 0;
}

void send_signal(Context& to, int signal) {
  if (is_ignored(signal)) return;
  to.pending |= bit_of(signal);
  if (to.interruptible && has_signal(to)) wake(to, Outcome::interrupted);
}

void send_signal_to_process(int signal) {
  if (is_ignored(signal)) return;
  Context* to = &current();
  for (Context* one = first_context(); one != nullptr && (to->blocked & bit_of(signal)) != 0;
       one = one->next_of_all) {
    if (one->state != Context::State::ended && (one->blocked & bit_of(signal)) == 0) to = one;
  }
  if ((to->blocked & bit_of(signal)) == 0) return send_signal(*to, signal);
  pending_of_process |= bit_of(signal);
}

void deliver_signals(Context& context) {
  while (has_signal(context)) {
    const int signal = take_signal(context);
    if (is_ignored(signal)) continue;
    if (actions[signal].handler == 0) die_of(signal);
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_TKILL;
    info.si_pid = own_number();
    call_handler(context, signal, info);
  }
  if (context.has_blocked_before) {
    context.blocked = context.blocked_before;
    context.has_blocked_before = false;
  }
}

void deliver_fault(Context& context, int signal) {
  const bool blocked = (context.blocked & bit_of(signal)) != 0;
  if (actions[signal].handler <= ignore || blocked) die_of(signal);
  call_handler(context, signal, context.frame->info);
}

void resume_or_fail(Context& context, long number) {
  Frame& frame = *context.frame;
  bool fails = false;
  for (int signal = 1; signal <= most_signals; ++signal) {
    if (((context.pending | pending_of_process) & ~context.blocked & bit_of(signal)) == 0) continue;
    fails = actions[signal].handler > ignore && (actions[signal].flags & SA_RESTART) == 0;
    break;
  }
  constexpr std::uint64_t instruction = 2;
  if (fails) {
    frame[rax] = static_cast<std::uint64_t>(-EINTR);
  } else {
    frame[rax] = static_cast<std::uint64_t>(number);
    frame[rip] -= instruction;
  }
}

long set_mask_for_wait(std::uint64_t address, std::uint64_t bytes) {
  if (address == 0) return 0;
  std::uint64_t mask = 0;
  if (bytes != mask_bytes) return -EINVAL;
  if (read_guest(mask, address) != 0) return -EFAULT;
  Context& self = current();
  self.blocked_before = self.blocked;
  self.has_blocked_before = true;
  self.blocked = mask & ~unblockable;
  return 0;
}

long end_wait_with_mask(long out) {
  Context& self = current();
  // A handler runs with the mask of the wait; deliver_signals() undoes it then.
  if (self.has_blocked_before && (out != -EINTR || !has_signal(self))) {
    self.blocked = self.blocked_before;
    self.has_blocked_before = false;
  }
  return out;
}

constexpr Entry calls_of_signals[] = {{SYS_rt_sigaction, {"rt_sigaction", sigaction_call}},
                                      {SYS_rt_sigprocmask, {"rt_sigprocmask", sigprocmask_call}},
                                      {SYS_rt_sigpending, {"rt_sigpending", sigpending_call}},
                                      {SYS_rt_sigsuspend, {"rt_sigsuspend", sigsuspend_call}},
                                      {SYS_pause, {"pause", pause_call}},
                                      {SYS_sigaltstack, {"sigaltstack", sigaltstack_call}},
                                      {SYS_rt_sigreturn, {"rt_sigreturn", sigreturn_call}},
                                      {SYS_kill, {"kill", kill_call}},
                                      {SYS_tkill, {"tkill", tkill_call}},
                                      {SYS_tgkill, {"tgkill", tgkill_call}},
                                      {0, {}}};

}  // namespace ldfi::kernel
