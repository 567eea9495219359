// Refuses system calls that no node needs (seccomp): calls that change what a process sees, inspect other
// processes, load code into the kernel, or bypass the network that ldfi-farm simulates.
#pragma once

namespace ldfi::sandbox {

/// Installs the filter in the calling process, for itself and all processes that it starts. The process must
/// have no_new_privs, or CAP_SYS_ADMIN. `network`: Internet sockets are allowed. Returns false and sets errno
/// if the kernel has no filters.
bool install_filter(bool network);

}  // namespace ldfi::sandbox
