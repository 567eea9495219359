#include "worker/kernel/context.hpp"

#include <asm/prctl.h>
#include <sys/mman.h>

#include "worker/kernel/link.hpp"
#include "worker/kernel/machine.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/report.hpp"
#include "worker/kernel/signals.hpp"
#include "worker/kernel/space.hpp"
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
constinit Context* ready = nullptr;
constinit Context* last_ready = nullptr;
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

/// The guest may change the FS register without a call if the processor lets it.
void save_thread_pointer(Context& context) {
  if (has_thread_pointer_instructions()) {
    asm volatile("rdfsbase %0" : "=r"(context.thread_pointer));
  }
}

void load_thread_pointer(const Context& context) {
  if (has_thread_pointer_instructions()) {
    asm volatile("wrfsbase %0" : : "r"(context.thread_pointer));
  } else {
    linux_call(SYS_arch_prctl, ARCH_SET_FS, static_cast<long>(context.thread_pointer));
  }
}

/// Makes the next context that is ready the running one. Returns when it is a context of `own`.
void choose_next(Space& own) {
  running = &next_context();
  constexpr std::uint64_t slice = 1'000'000;
  slice_end = now() + slice;
  running->state = Context::State::running;
  if (running->space != &own) pass_turn(*running->space, own);
}

/// Continues with the next context that is ready, which may be the same.
void switch_away() {
  Context& before = *running;
  choose_next(*before.space);
  const Context& next = *running;
  if (&next == &before) return;
  set_stack(next);
  save_thread_pointer(before);
  load_thread_pointer(next);
  ldfi_switch(&before.stack_pointer, next.stack_pointer);
}

char* map_stack(Space& space) {
  const long got = linux_call(
      SYS_mmap, static_cast<long>(space.stacks_end), context_stack_bytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (is_error(got)) give_up("the library kernel has no memory left for stacks");
  space.stacks_end += context_stack_bytes;
  return at_address<char>(static_cast<std::uint64_t>(got));
}

/// Adds a context that has ended, so that another one may use its kernel stack.
void add_ended(Space& space, char* stack) {
  auto* const out = allocate_object<Context>();
  out->state = Context::State::ended;
  out->stack = stack;
  out->next = space.ended;
  space.ended = out;
}

/// Adds a context to its process, to its address space and to the list of all.
void enlist(Context& context, Process& process, Space& space) {
  context.process = &process;
  context.space = &space;
  ++process.threads;
  ++space.living;
  Context** place = &all;
  while (*place != nullptr) place = &(*place)->next_of_all;
  *place = &context;
}

Context& new_context(Process& process, Space& space) {
  Context* out = space.ended;
  if (out == nullptr) {
    out = allocate_object<Context>();
    out->stack = map_stack(space);
  } else {
    space.ended = out->next;
    char* const stack = out->stack;
    *out = Context{};
    out->stack = stack;
  }
  enlist(*out, process, space);
  return *out;
}

/// Lets the copy of the running address space use the stacks of contexts that do not exist there.
void share_stacks(Space& copy) {
  const Space& own = *running->space;
  copy.stacks_end = own.stacks_end;
  copy.break_end = own.break_end;
  for (const Context* one = own.ended; one != nullptr; one = one->next) add_ended(copy, one->stack);
  for (const Context* one = all; one != nullptr; one = one->next_of_all) {
    if (one->space == &own && one != running) add_ended(copy, one->stack);
  }
}

void delist(Context& context) {
  Context** place = &all;
  while (*place != &context) place = &(*place)->next_of_all;
  *place = context.next_of_all;
  context.next_of_all = nullptr;
  --context.space->living;
}

}  // namespace

Context& current() {
  return *running;
}

Context* first_context() {
  return all;
}

Context& begin_contexts(Process& process, Space& space) {
  running = &new_context(process, space);
  set_stack(*running);
  return *running;
}

Context& add_context(const Frame& frame, Process& process) {
  Context& out = new_context(process, *running->space);
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

Context& copy_context(Space& copy, Process& process) {
  const Context& self = *running;
  share_stacks(copy);
  auto* const out = allocate_object<Context>();
  *out = self;
  out->next = out->next_of_all = nullptr;
  out->pending = {};
  save_thread_pointer(*out);
  enlist(*out, process, copy);
  make_ready(*out);
  return *out;
}

void move_context(Space& copy) {
  Context& self = *running;
  Space& before = *self.space;
  share_stacks(copy);
  --before.living;
  ++copy.living;
  self.space = &copy;
  add_ended(before, self.stack);
  make_ready(self);
}

void abandon(Space& space) {
  choose_next(space);
  const Context& next = *running;
  set_stack(next);
  load_thread_pointer(next);
  void* nowhere = nullptr;
  ldfi_switch(&nowhere, next.stack_pointer);
  __builtin_unreachable();
}

void end_current() {
  Context& self = *running;
  Space& space = *self.space;
  delist(self);
  self.state = Context::State::ended;
  self.next = space.ended;
  space.ended = &self;
  if (space.living > 0) abandon(space);
  Context& next = next_context();
  running = &next;
  next.state = Context::State::running;
  while (Context* const one = space.ended) {
    space.ended = one->next;
    release(one, sizeof(Context));
  }
  space.shared_maps.clear();
  release(&space, sizeof(Space));
  leave_turn(*next.space);
}

Outcome wait_until(std::uint64_t deadline, bool interruptible) {
  Context& self = *running;
  if (must_end(self) || (interruptible && has_signal(self))) return Outcome::interrupted;
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
