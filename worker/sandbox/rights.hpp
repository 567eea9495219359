// What a process gives up before it becomes a node: its rights, and more than its share of the
// machine.
#pragma once

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// In a new process of one thread. `layers`: those that hold already. Without `shut_in` it only
/// leaves no core dump. False, and errno, if something that has to hold does not.
bool give_up(const Confinement& confinement, Layers layers);
/// True if the kernel refuses calls (Layer::calls); asks in a process of its own.
bool can_refuse_calls();

}  // namespace ldfi::sandbox
