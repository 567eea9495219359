// What a node sees of the machine: a root of its own with the folders of the system and what the node is
// shown, which can only be read, and with its own folders, which are in memory and bounded. Linux 5.12.
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
