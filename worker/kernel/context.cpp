#include "worker/kernel/context.hpp"

#include <asm/prctl.h>

#include "worker/kernel/link.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/signals.hpp"
#include "worker/kernel/timers.hpp"

extern "C" {
void ldfi_switch(void** save, void* load);
void ldfi_first_step();
void ldfi_begin_context();
}

namespace ldfi::kernel {
namespace {

constinit Context* running = nullptr;
constinit Context* all = nullptr;
constinit Context* last_of_all = nullptr;
constinit Context* ready = nullptr;
constinit Context* last_ready = nullptr;
constinit Context* ended = nullptr;  ///< contexts that have ended; their memory is used again
constinit int living = 0;
constinit std::uint64_t waits = 0;
constinit std::uint64_t slice_end = 0;

void make_ready(Context& context) {
  context.state = Context::State::ready;
  context.next = nullptr;
  (ready == nullptr ? ready : last_ready->next) = &context;
  last_ready = &context;
}

/// Returns the waiting context whose time has come; of several, the one with the earliest time.
Context* due() {
  Context* out = nullptr;
  for (Context* one = all; one != nullptr; one = one->next_of_all) {
    if (one->state != Context::State::waiting || one->deadline > now()) continue;
    const bool earlier = out == nullptr || one->deadline < out->deadline ||
                         (one->deadline == out->deadline && one->order < out->order);
    if (earlier) out = one;
  }
  return out;
}

void wake_those_due() {
  run_timers();
  while (Context* const one = due()) wake(*one, Outcome::timed_out);
}

Context& next_context() {
  for (;;) {
    wake_those_due();
    if (ready != nullptr && may_go_on()) break;
    rest();
  }
  Context& out = *ready;
  ready = out.next;
  out.next = nullptr;
  return out;
}

void set_stack(const Context& context) {
  const stack_t stack{context.stack, 0, context_stack_bytes};
  linux_call(SYS_sigaltstack, address_of(&stack), 0);
}

/// Changes the FS register, which the guest may change without a call if the processor lets it.
void switch_thread_pointer(Context& before, const Context& next) {
  if (has_thread_pointer_instructions()) {
    asm volatile("rdfsbase %0" : "=r"(before.thread_pointer));
    asm volatile("wrfsbase %0" : : "r"(next.thread_pointer));
  } else {
    linux_call(SYS_arch_prctl, ARCH_SET_FS, static_cast<long>(next.thread_pointer));
  }
}

/// Continues with the next context that is ready, which may be the same.
void switch_away() {
  Context& before = *running;
  Context& next = next_context();
  constexpr std::uint64_t slice = 1'000'000;
  slice_end = now() + slice;
  next.state = Context::State::running;
  if (&next == &before) return;
  running = &next;
  set_stack(next);
  switch_thread_pointer(before, next);
  ldfi_switch(&before.stack_pointer, next.stack_pointer);
}

Context& new_context() {
  Context* out = ended;
  if (out == nullptr) {
    out = allocate_object<Context>();
    out->stack = static_cast<char*>(allocate(context_stack_bytes));
    (all == nullptr ? all : last_of_all->next_of_all) = out;
    last_of_all = out;
  } else {
    ended = out->next;
    char* const stack = out->stack;
    Context* const next = out->next_of_all;
    *out = Context{};
    out->stack = stack;
    out->next_of_all = next;
  }
  ++living;
  return *out;
}

}  // namespace

Context& current() {
  return *running;
}

Context* first_context() {
  return all;
}

int living_contexts() {
  return living;
}

Context& begin_contexts() {
  running = &new_context();
  set_stack(*running);
  return *running;
}

Context& add_context(const Frame& frame) {
  Context& out = new_context();
  constexpr std::uint64_t alignment = 64;
  const std::size_t wide = wide_bytes(frame);
  std::uint64_t top = static_cast<std::uint64_t>(address_of(out.stack)) + context_stack_bytes;
  top = (top - wide) & ~(alignment - 1);
  auto* const wide_at = at_address<unsigned char>(top);
  memcpy(wide_at, frame.wide, wide);
  top = (top - sizeof(Frame)) & ~(alignment - 1);
  out.frame = at_address<Frame>(top);
  memcpy(out.frame, &frame, sizeof(Frame));
  out.frame->wide = wide_at;
  out.frame->stack = {out.stack, 0, context_stack_bytes};
  constexpr int saved = 6;  // registers that ldfi_switch() restores
  auto* const words = at_address<std::uint64_t>(top) - saved - 1;
  for (int i = 0; i < saved; ++i) words[i] = 0;
  words[saved] = static_cast<std::uint64_t>(address_of(&ldfi_first_step));
  out.stack_pointer = words;
  make_ready(out);
  return out;
}

void end_current() {
  running->state = Context::State::ended;
  --living;
  running->next = ended;
  ended = running;
  switch_away();
  __builtin_unreachable();
}

Outcome wait_until(std::uint64_t deadline, bool interruptible) {
  Context& self = *running;
  if (interruptible && has_signal(self)) return Outcome::interrupted;
  if (deadline <= now()) return Outcome::timed_out;
  self.deadline = deadline;
  self.interruptible = interruptible;
  self.order = ++waits;
  self.state = Context::State::waiting;
  switch_away();
  self.deadline = never;
  return self.outcome;
}

void wake(Context& context, Outcome outcome) {
  if (context.state != Context::State::waiting) return;
  context.outcome = outcome;
  make_ready(context);
}

void yield() {
  wake_those_due();
  make_ready(*running);
  switch_away();
}

bool is_slice_used() {
  return now() >= slice_end && !(ready == nullptr && next_deadline() > now() && may_go_on());
}

std::uint64_t next_deadline() {
  std::uint64_t out = next_timer();
  for (const Context* one = all; one != nullptr; one = one->next_of_all) {
    if (one->state == Context::State::waiting && one->deadline < out) out = one->deadline;
  }
  return out;
}

bool is_any_ready() {
  return ready != nullptr;
}

}  // namespace ldfi::kernel

void ldfi_begin_context() {
  using namespace ldfi::kernel;
  deliver_signals(current());
}
