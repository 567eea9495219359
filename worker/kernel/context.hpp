// Contexts: the threads of a guest. All of them run on one thread of Linux, so one runs until it waits,
// yields or has used its slice. The order of contexts depends on nothing outside the guest.
//
// Each context has a stack of its own for the library kernel. A call of the guest interrupts the guest
// there, and may wait in the middle of a function; others run meanwhile.
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
  bool interruptible = true;         ///< a signal may end its wait
  int number = 0;                    ///< the thread's number, as the guest knows it
  Frame* frame = nullptr;            ///< registers of the guest while it does not run
  std::uint64_t thread_pointer = 0;  ///< the guest's FS register
  void* stack_pointer = nullptr;     ///< where this context continues
  char* stack = nullptr;             ///< the lowest address of its stack
  std::uint64_t deadline = never;    ///< end of its wait
  std::uint64_t order = 0;           ///< number of its wait
  std::uint64_t clear_at_end = 0;    ///< address that becomes 0 when the thread ends, or 0
  std::uint64_t blocked = 0;         ///< blocked signals
  std::uint64_t pending = 0;         ///< signals that were sent to this thread
  std::uint64_t blocked_before = 0;  ///< `blocked` before a call changed it for its wait
  bool has_blocked_before = false;
  stack_t handler_stack{nullptr, SS_DISABLE, 0};  ///< the guest's stack for handlers
  Context* next = nullptr;                        ///< the next one that is ready
  Context* next_of_all = nullptr;
};

constexpr std::uint64_t context_stack_bytes = 128 << 10;

/// The context that runs.
Context& current();
/// The context that was created first; follow `next_of_all` to the others.
Context* first_context();
int living_contexts();

/// Makes the first context. The process continues on its own stack until the guest begins.
Context& begin_contexts();
/// Makes a context that is ready, and will return to the guest with a copy of `frame`.
Context& add_context(const Frame& frame);
/// Ends the running context. The process must have others.
[[noreturn]] void end_current();

/// Waits until wake(), a signal or this time. A signal interrupts the wait only if `interruptible`.
Outcome wait_until(std::uint64_t deadline, bool interruptible = true);
/// Ends the wait of a context. Does nothing if it does not wait.
void wake(Context& context, Outcome outcome = Outcome::woken);
/// Lets the other ready contexts run first.
void yield();
/// True if the running context has used its slice.
bool is_slice_used();
/// Returns the earliest time for which a context or a timer waits.
std::uint64_t next_deadline();
bool is_any_ready();

}  // namespace ldfi::kernel
