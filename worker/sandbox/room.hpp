// What a node sees of the machine: a mount namespace in which everything can only be read, homes and
// other private folders are empty, and its own folders are in memory, with a bound. Linux 5.12.
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

/// For a process that is alone in a new mount namespace, and that has all capabilities in the user
/// namespace of it. `own_processes`: it is the first of a new PID namespace. Returns a descriptor of
/// the folder that holds the node's: `home`, `tmp`, `shm` and `clock`. Throws NotAllowed, after which
/// the process is fit for nothing else.
int make_room(const Confinement& confinement, bool own_processes);
/// The same folders in a folder of the machine, for want of a room. Throws NotAllowed.
int make_plain_folders(const Confinement& confinement);

}  // namespace ldfi::sandbox
