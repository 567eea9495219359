// Who the guest is: users, limits, the machine, and the program.
#pragma once

#include "worker/kernel/call.hpp"

namespace ldfi::kernel {

/// The path of the program in the running process, as /proc/self/exe names it.
void set_program(const char* path);
const char* program();

}  // namespace ldfi::kernel
