// Builds the root folder that a node sees. The folders of the system, and the files that are shown to the
// node, are read-only. The node's own folders are in memory, with a bound on their size. Needs Linux 5.12.
#pragma once

#include <stdexcept>
#include <string>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// Thrown if this machine does not allow a step.
class NotAllowed : public std::runtime_error {
 public:
  NotAllowed(const std::string& step, int error);
};

/// Builds the root. The calling process must be alone in a new mount namespace, and have all capabilities in
/// its user namespace. `own_processes`: the process is the first of a new PID namespace. Returns a descriptor
/// of the folder that contains the node's `home`, `tmp`, `shm` and `clock`. Throws NotAllowed; then the
/// process must end.
int make_room(const Confinement& confinement, bool own_processes);
/// Makes these folders in an ordinary folder, if no root can be built. Returns a descriptor of that folder.
/// Throws NotAllowed.
int make_plain_folders(const Confinement& confinement);

}  // namespace ldfi::sandbox
