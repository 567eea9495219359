// A process that is the ancestor of all processes of one node, whatever these do: it starts them, and
// ends all of them at once. Where the machine allows it, it is the first process of its own namespaces,
// and what it starts sees nothing else. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// A keeper from the nursery's view.
struct Keeper {
  pid_t pid = 0;
  Descriptor socket;
  Descriptor folder;  ///< the folder that contains the node's folders
  /// Queries the memory of its sockets; closed if the kernel does not report it.
  Descriptor sockets;
  sandbox::Layers layers = 0;
  std::string missing;  ///< why layers are missing
  int error = 0;        ///< errno if the keeper could not be started
};

/// Forks a keeper with as many layers as the machine allows. The calling process must have one thread.
/// `entrance`: descriptor of the entrance to the cgroup for what the keeper starts
/// (worker/drive/memory_group.hpp), or -1.
Keeper begin_keeper(const sandbox::Confinement& confinement, int entrance);

}  // namespace ldfi::drive
