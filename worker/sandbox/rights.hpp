// Takes rights away from a process before it becomes a node, and limits its use of the machine.
#pragma once

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// Called in a new process with one thread. `layers` are the layers that the process has already. Without
/// `shut_in`, only forbids core dumps. Returns false and sets errno if a required step fails.
bool give_up(const Confinement& confinement, Layers layers);
/// Returns true if the kernel can refuse system calls (Layer::calls). Tries that in a process of its own.
bool can_refuse_calls();

}  // namespace ldfi::sandbox
