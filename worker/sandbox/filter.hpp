// System calls that no node needs are refused (seccomp): those that change what a process sees, look
// into others, load code into the kernel, or talk past the network that we are.
#pragma once

namespace ldfi::sandbox {

/// For the calling process and all that it becomes and starts. It must have no_new_privs, or
/// CAP_SYS_ADMIN. `network`: sockets of the Internet are allowed. Returns false, and errno, if the
/// kernel has no filters.
bool install_filter(bool network);

}  // namespace ldfi::sandbox
