// Builds the root folder that a node sees. The operating system's folders, and the files that the
// node may read, are read-only. The node's own folders are in memory, and their size is limited.
// Needs Linux 5.12.
#pragma once

#include <stdexcept>
#include <string>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {

/// Thrown if this machine does not allow a step of building the root folder.
class NotAllowed : public std::runtime_error {
 public:
  NotAllowed(const std::string& step, int error);
};

/// Builds the root folder, and enters it. The calling process must be the only one in a new mount
/// namespace, and have all capabilities in its user namespace. `own_processes`: the process is the
/// first of a new PID namespace. Returns a descriptor of the folder that contains the node's
/// `home`, `tmp`, `shm` and `clock`. Throws NotAllowed. After this exception, the process must end.
int make_room(const Confinement& confinement, bool own_processes);
/// Makes the folders `home`, `tmp`, `shm` and `clock` in an ordinary folder, for machines that
/// allow no root folder of a node's own. Returns a descriptor of the folder that contains them.
/// Throws NotAllowed.
int make_plain_folders(const Confinement& confinement);

}  // namespace ldfi::sandbox
