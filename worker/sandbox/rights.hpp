// Takes rights from a process before it executes the program of a node, and limits its use of the
// machine.
#pragma once

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// Called in a new process with one thread. `layers` are the layers of the sandbox that the process
/// has already. If `shut_in` is false, only forbids core dumps. Returns false and sets errno if a
/// necessary step fails.
bool give_up(const Confinement& confinement, Layers layers);
/// Returns true if the kernel can refuse system calls (Layer::calls). Finds this out in a new
/// process.
bool can_refuse_calls();

}  // namespace ldfi::sandbox
