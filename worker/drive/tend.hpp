// The nursery's own process. Private to worker/drive.
#pragma once

#include "worker/drive/descriptor.hpp"

namespace ldfi::drive {

/// Does what is asked through this socket until nobody is there any more; then it ends all that it
/// started, removes what it owns, and exits.
[[noreturn]] void tend(const Descriptor& socket);

}  // namespace ldfi::drive
