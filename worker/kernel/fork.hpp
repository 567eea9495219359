// New processes of the guest.
#pragma once

#include "worker/kernel/call.hpp"

namespace ldfi::kernel {

/// Answers clone() if it makes a process. The child has a copy of the memory, or shares the memory of its
/// parent until it calls execve().
long clone_process(const Call& call);

}  // namespace ldfi::kernel
