// Builds what a node sees of the machine: its own root. The folders of the system and what the node is
// shown are read-only. The node's own folders are in memory and bounded. Needs Linux 5.12.
#pragma once

#include <stdexcept>
#include <string>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// A step that this machine does not allow.
class NotAllowed : public std::runtime_error {
 public:
  NotAllowed(const std::string& step, int error);
};

/// Builds the root. The calling process must be alone in a new mount namespace, with all capabilities in
/// its user namespace. `own_processes`: it is the first process of a new PID namespace. Returns a
/// descriptor of the folder that contains the node's `home`, `tmp`, `shm` and `clock`. Throws NotAllowed,
/// and then the process must end.
int make_room(const Confinement& confinement, bool own_processes);
/// Makes the same folders in a folder of the machine, where no root can be built. Returns its descriptor.
/// Throws NotAllowed.
int make_plain_folders(const Confinement& confinement);

}  // namespace ldfi::sandbox
