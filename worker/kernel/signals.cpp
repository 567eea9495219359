#include "worker/kernel/signals.hpp"

#include "worker/kernel/call.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/process.hpp"

namespace ldfi::kernel {
namespace {

constexpr int most_signals = Pending::most_signals;
constexpr std::uint64_t mask_bytes = 8;
constexpr std::size_t least_handler_stack = 2048;  // MINSIGSTKSZ of Linux
/// A flag of struct sigaction that only Linux and the C library use.
constexpr std::uint64_t has_restorer = 0x04000000;

constexpr std::uint64_t unblockable = bit_of(SIGKILL) | bit_of(SIGSTOP);

bool is_ignored(const Process& process, int signal) {
  const std::uint64_t handler = process.actions[signal].handler;
  const bool by_default =
      signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
  return handler == Action::ignore || (handler == 0 && by_default);
}

/// The signals of a context that are pending and not blocked.
std::uint64_t deliverable(const Context& context) {
  return (context.pending.bits | context.process->pending.bits) & ~context.blocked;
}

void add(Pending& pending, int signal, const Origin& origin) {
  if ((pending.bits & bit_of(signal)) == 0) pending.origins[signal] = origin;
  pending.bits |= bit_of(signal);
}

siginfo_t info_of(int signal, const Origin& origin) {
  siginfo_t out{};
  out.si_signo = signal;
  out.si_code = origin.code;
  if (origin.code == SI_KERNEL) return out;
  out.si_pid = origin.process;
  out.si_uid = static_cast<uid_t>(linux_call(SYS_getuid));
  if (signal == SIGCHLD && origin.code > 0) out.si_status = origin.status;
  return out;
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
  Action& action = context.process->actions[signal];
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
  if (!fits) exit_process(SIGSEGV);
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
  if ((action.flags & SA_RESETHAND) != 0) action.handler = 0;
}

/// Takes the lowest signal that is pending and not blocked. Returns it, or 0 if there is none.
int take_signal(Context& context, Origin& origin) {
  const std::uint64_t all = deliverable(context);
  if (all == 0) return 0;
  int signal = 1;
  while ((all & bit_of(signal)) == 0) ++signal;
  Pending& own = context.pending;
  Pending& from = (own.bits & bit_of(signal)) != 0 ? own : context.process->pending;
  from.bits &= ~bit_of(signal);
  origin = from.origins[signal];
  return signal;
}

long sigaction_call(const Call& call) {
  const int signal = call.number_at(0);
  if (call[3] != mask_bytes || signal < 1 || signal > most_signals) return -EINVAL;
  Action wanted;
  Process& process = own_process();
  const Action before = process.actions[signal];
  if (call[1] != 0) {
    if (read_guest(wanted, call[1]) != 0) return -EFAULT;
    if ((bit_of(signal) & unblockable) != 0) return -EINVAL;
    if (wanted.handler > Action::ignore && (wanted.flags & has_restorer) == 0) return -EINVAL;
    wanted.blocked &= ~unblockable;
    process.actions[signal] = wanted;
    if (is_ignored(process, signal)) process.pending.bits &= ~bit_of(signal);
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
  return write_guest(call[0], (self.pending.bits | own_process().pending.bits) & self.blocked);
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
  if (read_guest(built, frame[rsp]) != 0) exit_process(SIGSEGV);
  if (built.wide != nullptr && ldfi_copy(frame.wide, built.wide, wide) != 0) exit_process(SIGSEGV);
  memcpy(frame.general, built.general, sizeof frame.general);
  self.blocked = built.mask & ~unblockable;
  self.handler_stack = built.stack;
  self.handler_stack.ss_flags &= SS_DISABLE;
  return registers_are_set;
}

}  // namespace

bool has_signal(const Context& context) {
  return deliverable(context) != 0;
}

Origin from_current(int code) {
  const Process* const process = current().process;
  return {code, process == nullptr ? 0 : process->number, 0};
}

void send_signal(Context& to, int signal, const Origin& origin) {
  if (signal == SIGKILL) return begin_end(*to.process, signal);
  if (is_ignored(*to.process, signal)) return;
  add(to.pending, signal, origin);
  if (to.interruptible && has_signal(to)) wake(to, Outcome::interrupted);
}

void send_signal(Context& to, int signal) {
  send_signal(to, signal, from_current(SI_USER));
}

/// The running thread gets the signal if it can, else the oldest one that can.
void send_signal_to_process(Process& process, int signal, const Origin& origin) {
  if (process.has_ended) return;
  if (signal == SIGKILL) return begin_end(process, signal);
  if (is_ignored(process, signal)) return;
  const auto takes = [&](const Context& one) {
    return one.process == &process && (one.blocked & bit_of(signal)) == 0;
  };
  Context* to = takes(current()) ? &current() : first_context();
  while (to != nullptr && !takes(*to)) to = to->next_of_all;
  if (to != nullptr) return send_signal(*to, signal, origin);
  add(process.pending, signal, origin);
}

void deliver_signals(Context& context) {
  if (must_end(context)) end_thread();
  Origin origin;
  while (const int signal = take_signal(context, origin)) {
    const Process& process = *context.process;
    if (is_ignored(process, signal)) continue;
    if (process.actions[signal].handler == 0) exit_process(signal);
    call_handler(context, signal, info_of(signal, origin));
  }
  if (context.has_blocked_before) {
    context.blocked = context.blocked_before;
    context.has_blocked_before = false;
  }
}

void deliver_fault(Context& context, int signal) {
  const bool blocked = (context.blocked & bit_of(signal)) != 0;
  if (own_process().actions[signal].handler <= Action::ignore || blocked) exit_process(signal);
  call_handler(context, signal, context.frame->info);
}

void resume_or_fail(Context& context, long number) {
  Frame& frame = *context.frame;
  bool fails = false;
  const std::uint64_t all = deliverable(context);
  for (int signal = 1; signal <= most_signals; ++signal) {
    if ((all & bit_of(signal)) == 0) continue;
    const Action& action = own_process().actions[signal];
    fails = action.handler > Action::ignore && (action.flags & SA_RESTART) == 0;
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
                                      {0, {}}};

}  // namespace ldfi::kernel
