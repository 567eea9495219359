// Threads: their beginning and end, and futexes.
#include <linux/futex.h>
#include <sched.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/context.hpp"
#include "worker/kernel/fork.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/space.hpp"

namespace ldfi::kernel {
namespace {

/// A context that waits for a futex.
struct Sleeper {
  Context* context = nullptr;
  Word word;
  std::uint32_t bits = 0;
  bool woken = false;
  Sleeper* next = nullptr;
};

constinit Sleeper* sleepers = nullptr;  ///< in the order in which they began to wait

void leave(const Sleeper& sleeper) {
  Sleeper** place = &sleepers;
  while (*place != &sleeper) place = &(*place)->next;
  *place = sleeper.next;
}

long futex_wake(const Word& word, long most, std::uint32_t bits) {
  long out = 0;
  for (Sleeper* one = sleepers; one != nullptr && out < most; one = one->next) {
    if (one->word != word || (one->bits & bits) == 0 || one->woken) continue;
    one->woken = true;
    wake(*one->context);
    ++out;
  }
  return out;
}

/// True if no other process can mean the futex.
bool is_private(const Call& call) {
  return (call[1] & FUTEX_PRIVATE_FLAG) != 0;
}

long futex_wait(const Call& call, std::uint64_t deadline, std::uint32_t bits) {
  const auto expected = static_cast<std::uint32_t>(call[2]);
  std::uint32_t value = 0;
  if (bits == 0) return -EINVAL;
  if (read_guest(value, call[0]) != 0) return -EFAULT;
  if (value != expected) return -EAGAIN;
  auto& self = *allocate_object<Sleeper>();
  self.context = &current();
  self.word = word_at(call[0], is_private(call));
  self.bits = bits;
  Sleeper** place = &sleepers;
  while (*place != nullptr) place = &(*place)->next;
  *place = &self;
  const Outcome outcome = wait_until(deadline);
  leave(self);
  const bool woken = self.woken;
  release(&self, sizeof self);
  if (woken) return 0;
  return outcome == Outcome::timed_out ? -ETIMEDOUT : deadline == never ? restart : -EINTR;
}

long futex_requeue(const Call& call, bool compares) {
  std::uint32_t value = 0;
  const long most_woken = call.number_at(2);
  const long most_moved = call.number_at(3);
  if (read_guest(value, call[0]) != 0) return -EFAULT;
  if (most_woken < 0 || most_moved < 0) return -EINVAL;
  if (compares && value != static_cast<std::uint32_t>(call[5])) return -EAGAIN;
  long out = futex_wake(word_at(call[0], is_private(call)), most_woken, FUTEX_BITSET_MATCH_ANY);
  long moved = 0;
  for (Sleeper* one = sleepers; one != nullptr && moved < most_moved; one = one->next) {
    if (one->word != word_at(call[0], is_private(call)) || one->woken) continue;
    one->word = word_at(call[4], is_private(call));
    ++moved;
  }
  return compares ? out + moved : out;
}

std::uint32_t changed_by(std::uint32_t operation, std::uint32_t before, std::uint32_t argument) {
  switch (operation & 7U) {
    case FUTEX_OP_SET:
      return argument;
    case FUTEX_OP_ADD:
      return before + argument;
    case FUTEX_OP_OR:
      return before | argument;
    case FUTEX_OP_ANDN:
      return before & ~argument;
    default:
      return before ^ argument;
  }
}

bool holds(std::uint32_t comparison, std::int32_t value, std::int32_t argument) {
  switch (comparison) {
    case FUTEX_OP_CMP_EQ:
      return value == argument;
    case FUTEX_OP_CMP_NE:
      return value != argument;
    case FUTEX_OP_CMP_LT:
      return value < argument;
    case FUTEX_OP_CMP_LE:
      return value <= argument;
    case FUTEX_OP_CMP_GT:
      return value > argument;
    default:
      return value >= argument;
  }
}

/// Changes the second word, and wakes those at the second word only if its old value compares.
long futex_wake_op(const Call& call) {
  const auto code = static_cast<std::uint32_t>(call[5]);
  const auto extended = [](std::uint32_t bits) {  // of 12 bits
    return static_cast<std::int32_t>(bits << 20U) >> 20;
  };
  std::uint32_t before = 0;
  if (read_guest(before, call[4]) != 0) return -EFAULT;
  auto argument = static_cast<std::uint32_t>(extended(code >> 12U & 0xfffU));
  if ((code >> 28U & FUTEX_OP_OPARG_SHIFT) != 0) argument = 1U << (argument & 31U);
  if (write_guest(call[4], changed_by(code >> 28U, before, argument)) != 0) return -EFAULT;
  long out =
      futex_wake(word_at(call[0], is_private(call)), call.number_at(2), FUTEX_BITSET_MATCH_ANY);
  if (holds(code >> 24U & 15U, static_cast<std::int32_t>(before), extended(code & 0xfffU))) {
    out +=
        futex_wake(word_at(call[4], is_private(call)), call.number_at(3), FUTEX_BITSET_MATCH_ANY);
  }
  return out;
}

long futex_wait_call(const Call& call, int command) {
  std::uint64_t deadline = never;
  if (call[3] != 0) {
    timespec time{};
    std::uint64_t span = 0;
    if (read_guest(time, call[3]) != 0) return -EFAULT;
    if (!span_of(time, span)) return -EINVAL;
    const clockid_t clock =
        (call[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    deadline = command == FUTEX_WAIT ? after(span) : moment_on(clock, span);
  }
  const std::uint32_t bits =
      command == FUTEX_WAIT ? FUTEX_BITSET_MATCH_ANY : static_cast<std::uint32_t>(call[5]);
  return futex_wait(call, deadline, bits);
}

long futex_call(const Call& call) {
  const int command = call.number_at(1) & FUTEX_CMD_MASK;
  if (call[0] % sizeof(std::uint32_t) != 0) return -EINVAL;
  switch (command) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return futex_wait_call(call, command);
    case FUTEX_WAKE: {
      const int most = call.number_at(2);
      return futex_wake(word_at(call[0], is_private(call)), most > 0 ? most : 1,
                        FUTEX_BITSET_MATCH_ANY);
    }
    case FUTEX_WAKE_BITSET:
      return futex_wake(word_at(call[0], is_private(call)), call.number_at(2),
                        static_cast<std::uint32_t>(call[5]));
    case FUTEX_REQUEUE:
      return futex_requeue(call, false);
    case FUTEX_CMP_REQUEUE:
      return futex_requeue(call, true);
    case FUTEX_WAKE_OP:
      return futex_wake_op(call);
    default:
      return -ENOSYS;
  }
}

long clone_call(const Call& call) {
  constexpr std::uint64_t of_threads =
      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
  const std::uint64_t how = call[0];
  if ((how & of_threads) != of_threads) return clone_process(call);
  const Context& self = current();
  Context& child = add_context(*self.frame, own_process());
  child.number = next_number();
  child.blocked = self.blocked;
  child.thread_pointer = (how & CLONE_SETTLS) != 0 ? call[4] : self.thread_pointer;
  (*child.frame)[rax] = 0;
  if (call[1] != 0) (*child.frame)[rsp] = call[1];
  if ((how & CLONE_CHILD_CLEARTID) != 0) child.clear_at_end = call[3];
  if ((how & CLONE_CHILD_SETTID) != 0) (void)write_guest(call[3], child.number);
  if ((how & CLONE_PARENT_SETTID) != 0) (void)write_guest(call[2], child.number);
  return child.number;
}

long exit_call(const Call& call) {
  Context& self = current();
  if (self.clear_at_end != 0) {
    const int zero = 0;
    if (write_guest(self.clear_at_end, zero) == 0)
      futex_wake(word_at(self.clear_at_end, false), 1, FUTEX_BITSET_MATCH_ANY);
  }
  Process& process = own_process();
  if (process.threads == 1 && !process.is_ending)
    process.status = status_of_exit(call.number_at(0));
  end_thread();
}

long exit_group_call(const Call& call) {
  exit_process(status_of_exit(call.number_at(0)));
}

long set_tid_address_call(const Call& call) {
  current().clear_at_end = call[0];
  return current().number;
}

long sched_yield_call(const Call& /*call*/) {
  yield();
  return 0;
}

long set_robust_list_call(const Call& call) {
  constexpr std::uint64_t head_bytes = 24;
  return call[1] == head_bytes ? 0 : -EINVAL;
}

/// All threads run on one processor.
long sched_getaffinity_call(const Call& call) {
  const std::uint64_t one = 1;
  if (call[1] < sizeof one || call[1] % sizeof one != 0) return -EINVAL;
  return write_guest(call[2], one) == 0 ? static_cast<long>(sizeof one) : -EFAULT;
}

long zero_call(const Call& /*call*/) {
  return 0;
}

/// Only the policies for real time have priorities.
template <int of_real_time>
long priority_call(const Call& call) {
  constexpr int unused = 4;
  constexpr int deadline = 6;  // SCHED_DEADLINE
  const int policy = call.number_at(0);
  if (policy < SCHED_OTHER || policy > deadline || policy == unused) return -EINVAL;
  return policy == SCHED_FIFO || policy == SCHED_RR ? of_real_time : 0;
}

long sched_getparam_call(const Call& call) {
  const int priority = 0;
  return write_guest(call[1], priority);
}

}  // namespace

constexpr Entry calls_of_threads[] = {
    {SYS_futex, {"futex", futex_call}},
    {SYS_clone, {"clone", clone_call}},
    {SYS_exit, {"exit", exit_call}},
    {SYS_exit_group, {"exit_group", exit_group_call}},
    {SYS_set_tid_address, {"set_tid_address", set_tid_address_call}},
    {SYS_set_robust_list, {"set_robust_list", set_robust_list_call}},
    {SYS_sched_yield, {"sched_yield", sched_yield_call}},
    {SYS_sched_getaffinity, {"sched_getaffinity", sched_getaffinity_call}},
    {SYS_sched_setaffinity, {"sched_setaffinity", zero_call}},
    {SYS_sched_getscheduler, {"sched_getscheduler", zero_call}},
    {SYS_sched_getparam, {"sched_getparam", sched_getparam_call}},
    {SYS_sched_get_priority_max, {"sched_get_priority_max", priority_call<99>}},
    {SYS_sched_get_priority_min, {"sched_get_priority_min", priority_call<1>}},
    {SYS_membarrier, {"membarrier", zero_call}},
    {0, {}}};

}  // namespace ldfi::kernel
