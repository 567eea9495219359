// Signals that the guest sends to its threads and processes, and faults of its own instructions. Handlers of
// the guest get the frame that Linux would build.
#pragma once

#include "worker/kernel/context.hpp"

namespace ldfi::kernel {

constexpr std::uint64_t bit_of(int signal) {
  return std::uint64_t{1} << (signal - 1);
}

/// The guest's choice for a signal: struct sigaction of Linux.
struct Action {
  static constexpr std::uint64_t ignore = 1;
  std::uint64_t handler = 0;  ///< 0: the default; 1: ignore
  std::uint64_t flags = 0;
  std::uint64_t restorer = 0;
  std::uint64_t blocked = 0;
};

/// True if a signal would interrupt a wait of this context.
bool has_signal(const Context& context);
/// Names the running process as the sender of a signal.
Origin from_current(int code);
/// Sends a signal to one thread.
void send_signal(Context& to, int signal, const Origin& origin);
/// The same, from the running process.
void send_signal(Context& to, int signal);
/// Sends a signal to the process: a thread that does not block it gets it.
void send_signal_to_process(Process& process, int signal, const Origin& origin);
/// Called before a context returns to the guest. Calls handlers of the guest by changing its frame, or
/// ends the process.
void deliver_signals(Context& context);
/// Called when an instruction of the running context has caused this fault.
void deliver_fault(Context& context, int signal);
/// Decides what a call does that a signal has interrupted: it begins again, or fails with EINTR.
void resume_or_fail(Context& context, long number);
/// Changes the blocked signals for one wait. A mask of address 0 changes nothing. Returns 0 or an error.
long set_mask_for_wait(std::uint64_t address, std::uint64_t bytes);
/// Undoes set_mask_for_wait() behind the handlers, and returns `out`.
long end_wait_with_mask(long out);

}  // namespace ldfi::kernel
