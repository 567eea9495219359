// Who the guest is: numbers of processes and threads, users, the machine, and the program.
#pragma once

#include "worker/kernel/call.hpp"

namespace ldfi::kernel {

/// The process number of the guest.
int own_number();
/// Returns the number of a new thread.
int next_number();
/// The path of the program, as /proc/self/exe names it.
void set_program(const char* path);
const char* program();
/// Answers a call that would make another process: reports it, and fails.
long refuse_process(const Call& call);

}  // namespace ldfi::kernel
