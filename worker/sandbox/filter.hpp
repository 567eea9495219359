// Installs a filter (seccomp) that refuses system calls which no node needs. These calls change
// what a process sees, inspect other processes, load code into the kernel, or bypass the network
// that ldfi-farm simulates.
#pragma once

namespace ldfi::sandbox {

/// Installs the filter for the calling process and all processes that it starts. The process must
/// have no_new_privs or CAP_SYS_ADMIN. With `network`, Internet sockets are allowed. Returns false
/// and sets errno if the kernel does not support filters.
bool install_filter(bool network);

}  // namespace ldfi::sandbox
