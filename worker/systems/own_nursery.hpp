// The nursery of this process: a process that starts and ends nodes. It must be forked before this
// process has threads or uses MPI, which is before the program knows whether it needs a nursery.
#pragma once

#include <string>
#include <vector>

#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Forks the nursery if the arguments name a config that may describe a real system. Also does so
/// if the config cannot be read here, because a worker receives its config in a message.
void begin_nursery(const std::vector<std::string>& arguments);

/// Returns the nursery. Forks it first if it was not forked yet. Throws EnvironmentError.
[[nodiscard]] drive::Nursery& own_nursery();

}  // namespace ldfi::execute
