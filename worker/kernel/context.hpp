// Contexts: the threads of a guest. All contexts run on one thread of Linux. A context runs until it waits,
// yields or has used its time slice. The order of contexts depends on nothing outside the guest.
//
// The library kernel handles the system calls of the guest. A call may wait in the middle of a function of
// the kernel, and other contexts run meanwhile. So each context has its own kernel stack, which keeps the
// unfinished call.
#pragma once

#include <cstdint>

#include "worker/kernel/clock.hpp"
#include "worker/kernel/frame.hpp"

namespace ldfi::kernel {

/// Why a wait ended.
enum class Outcome : std::uint8_t { woken, timed_out, interrupted };

struct Context {
  enum class State : std::uint8_t { running, ready, waiting, ended };
  State state = State::running;
  Outcome outcome = Outcome::woken;
  bool interruptible = true;         ///< true if a signal may end the wait
  int number = 0;                    ///< the thread's number, as the guest knows it
  Frame* frame = nullptr;            ///< registers of the guest while it does not run
  std::uint64_t thread_pointer = 0;  ///< the guest's FS register
  void* stack_pointer = nullptr;     ///< top of the kernel stack while the context does not run
  char* stack = nullptr;             ///< the lowest address of the kernel stack
  std::uint64_t deadline = never;    ///< time at which the wait ends; `never` if no time ends it
  std::uint64_t order = 0;           ///< number of the wait, counted over all contexts
  std::uint64_t clear_at_end = 0;    ///< address that becomes 0 when the thread ends, or 0
  std::uint64_t blocked = 0;         ///< blocked signals
  std::uint64_t pending = 0;         ///< signals that were sent to this thread
  std::uint64_t blocked_before = 0;  ///< `blocked` before a call changed it while it waits
  bool has_blocked_before = false;
  stack_t handler_stack{nullptr, SS_DISABLE, 0};  ///< the guest's stack for handlers
  Context* next = nullptr;                        ///< next context in the list of ready contexts
  Context* next_of_all = nullptr;
};

constexpr std::uint64_t context_stack_bytes = 128 << 10;

/// The context that runs.
Context& current();
/// The context that was created first; follow `next_of_all` to the others.
Context* first_context();
int living_contexts();

/// Creates the first context. The process continues on its own stack until the guest begins.
Context& begin_contexts();
/// Creates a ready context. When it runs, it returns to the guest with a copy of `frame`.
Context& add_context(const Frame& frame);
/// Ends the running context. The process must have other contexts.
[[noreturn]] void end_current();

/// Lets the running context wait until wake() or the time `deadline`. A signal ends the wait, too, if
/// `interruptible` is true.
Outcome wait_until(std::uint64_t deadline, bool interruptible = true);
/// Ends the wait of the context. Does nothing if the context is not waiting.
void wake(Context& context, Outcome outcome = Outcome::woken);
/// Lets the other ready contexts run first.
void yield();
/// Returns true if the running context has used its time slice and something else may have to run.
bool is_slice_used();
/// Returns the earliest time for which a context or a timer waits.
std::uint64_t next_deadline();
bool is_any_ready();

}  // namespace ldfi::kernel
