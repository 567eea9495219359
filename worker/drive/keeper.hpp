// A process of which the processes of one node are children, whatever they do: it starts them, and
// ends all of them at once. Where the machine allows it, it is the first process of namespaces of its
// own, and what it starts sees nothing else. Private to worker/drive.
#pragma once

#include <sys/types.h>

#include <string>

#include "worker/drive/descriptor.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// As the nursery sees it.
struct Keeper {
  pid_t pid = 0;
  Descriptor socket;
  Descriptor folder;   ///< of the node's folders
  Descriptor sockets;  ///< asks about the memory of its sockets; closed if that is not known
  sandbox::Layers layers = 0;
  std::string missing;  ///< why layers are missing
  int error = 0;        ///< errno, if there is none
};

/// Forks one, with as many layers as the machine allows. For a process of one thread. `entrance`: of the cgroup of
/// what it starts (worker/drive/memory_group.hpp), or -1.
Keeper begin_keeper(const sandbox::Confinement& confinement, int entrance);

}  // namespace ldfi::drive
