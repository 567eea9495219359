// Takes rights from a process before it becomes a node, and limits its share of the machine.
#pragma once

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// Called in a new process of one thread. `layers`: the layers that it is already in. Without `shut_in`,
/// only core dumps are forbidden. Returns false and sets errno if a required step fails.
bool give_up(const Confinement& confinement, Layers layers);
/// True if the kernel can refuse system calls (Layer::calls). Tries it in a process of its own.
bool can_refuse_calls();

}  // namespace ldfi::sandbox
