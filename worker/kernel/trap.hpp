// Where guests enter the library kernel: Linux delivers each of their calls as the signal SIGSYS (syscall
// user dispatch), and their faults as the usual signals.
#pragma once

namespace ldfi::kernel {

/// Lets calls of the guest trap from now on. Calls from the library kernel's own text do not trap.
void begin_traps();
/// The part of begin_traps() that a forked process of Linux has to repeat.
void dispatch_calls();

}  // namespace ldfi::kernel
