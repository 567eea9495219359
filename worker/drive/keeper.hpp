// A keeper: a process that is the ancestor of all processes of one node. It starts them, and can end all of
// them at once, whatever they do. If the machine allows it, the keeper is the first process of its own
// namespaces, and the node sees nothing outside of them. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// The data of a keeper that the nursery needs.
struct Keeper {
  pid_t pid = 0;
  Descriptor socket;
  Descriptor folder;  ///< the folder that contains the node's folders
  /// Descriptor for queries about the memory of its sockets; closed if the kernel does not report it.
  Descriptor sockets;
  sandbox::Layers layers = 0;
  std::string missing;  ///< reason why layers are missing; empty if none is missing
  int error = 0;        ///< errno if the keeper could not be started, else 0
};

/// Forks a keeper with as many layers as the machine allows. The calling process must have one thread.
/// `entrance` is the descriptor through which the keeper's processes enter a cgroup
/// (worker/drive/memory_group.hpp), or -1.
Keeper begin_keeper(const sandbox::Confinement& confinement, int entrance);

}  // namespace ldfi::drive
