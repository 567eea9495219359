// The main loop of the helper process (nursery) that starts the processes of nodes. Private to
// worker/drive.
#pragma once

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Handles requests from this socket until its other end is closed. Then ends all processes that it
/// started, removes the folders that it has to remove, and exits.
[[noreturn]] void serve_nursery(const Descriptor& socket);

}  // namespace ldfi::drive
