// A keeper: a process that is the ancestor of all processes of one node. The keeper starts these
// processes, and can end all of them at once, whatever they do. If the machine allows it, the
// keeper is the first process of new namespaces, so the node sees no processes and files outside of
// them. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// A keeper, as the process that starts and ends all keepers (the nursery) uses it.
struct Keeper {
  pid_t pid = 0;
  Descriptor socket;
  Descriptor folder;  ///< the folder that contains the node's folders
  /// Descriptor for queries about the memory of sockets in the keeper's network namespace. Closed
  /// if the kernel does not report this memory.
  Descriptor sockets;
  sandbox::Layers layers = 0;
  std::string missing;  ///< reason why layers are missing; empty if none is missing
  int error = 0;        ///< errno if the keeper could not be started, else 0
};

/// Forks a keeper with as many layers of the sandbox as the machine allows. The calling process
/// must have one thread. `entrance` is the descriptor through which the keeper's processes enter a
/// cgroup (worker/drive/memory_group.hpp), or -1 if there is no cgroup.
Keeper begin_keeper(const sandbox::Confinement& confinement, int entrance);

}  // namespace ldfi::drive
