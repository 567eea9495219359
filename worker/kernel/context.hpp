// Contexts: the threads of a guest, of all its processes. The contexts of an address space run on one thread
// of Linux. A context runs until it waits, yields or has used its time slice. The order of contexts depends
// on nothing outside the guest.
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

struct Process;
struct Space;

/// The sender of a signal, as siginfo_t names it.
struct Origin {
  int code = 0;  ///< SI_USER and its kin
  int process = 0;
  int status = 0;  ///< of a child that has ended
};

/// Signals that were sent and not delivered yet.
struct Pending {
  static constexpr int most_signals = 64;
  std::uint64_t bits = 0;
  Origin origins[most_signals + 1];  ///< by signal
};

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
  Pending pending;                   ///< signals that were sent to this thread
  std::uint64_t blocked_before = 0;  ///< `blocked` before a call changed it while it waits
  bool has_blocked_before = false;
  bool awaits_child = false;  ///< it waits until a child of its process ends
  bool awaits_vfork = false;  ///< it waits until the child of its vfork() has a memory of its own
  Process* process = nullptr;
  Space* space = nullptr;
  stack_t handler_stack{nullptr, SS_DISABLE, 0};  ///< the guest's stack for handlers
  Context* next = nullptr;                        ///< next context in the list of ready contexts
  Context* next_of_all = nullptr;
};

constexpr std::uint64_t context_stack_bytes = 128 << 10;

/// The context that runs.
Context& current();
/// The context that was created first; follow `next_of_all` to the others.
Context* first_context();

/// Creates the first context. The process continues on its own stack until the guest begins.
Context& begin_contexts(Process& process, Space& space);
/// Creates a ready context in this address space. When it runs, it returns to the guest with a copy of
/// `frame`.
Context& add_context(const Frame& frame, Process& process);
/// Creates a ready context in a copy of this address space: it continues where the running context does. The
/// stacks of the others are free there.
Context& copy_context(Space& copy, Process& process);
/// Moves the running context into a copy of its address space, where it is ready.
void move_context(Space& copy);
/// Ends the running context, and its address space with the last one.
[[noreturn]] void end_current();
/// Continues with other contexts in an address space that the running context has left.
[[noreturn]] void abandon(Space& space);

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
