// The main loop of the nursery's process. Private to worker/drive.
#pragma once

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Handles requests from this socket until its other side is closed. Then it ends all that it started,
/// removes the folders that it owns, and exits.
[[noreturn]] void tend(const Descriptor& socket);

}  // namespace ldfi::drive
