// Control messages of sendmsg() and recvmsg(): the files that travel along (SCM_RIGHTS).
#pragma once

#include "worker/kernel/sockets/socket.hpp"

namespace ldfi::kernel {

/// Reads the control messages of a call that sends by a Unix socket. Returns 0 or an error. `out` is a new
/// bundle, or null if no files are sent.
long read_control(const msghdr& header, Bundle*& out);
/// Gives the files of a bundle descriptors, and writes their numbers for the guest. Sets the length of the
/// control messages in `header`. Returns the flags that recvmsg() adds.
int write_control(msghdr& header, const Bundle* bundle, bool close_on_exec);

}  // namespace ldfi::kernel
