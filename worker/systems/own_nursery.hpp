// The nursery of this process. It must be forked before there are threads or MPI, which is before the program
// knows whether it needs a nursery.
#pragma once

#include <string>
#include <vector>

#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Forks the nursery if the arguments name a config that may need one, or that cannot be read here: a worker
/// receives its config in a message.
void begin_nursery(const std::vector<std::string>& arguments);

/// Returns the nursery. Forks it first, if there is none yet. Throws EnvironmentError.
[[nodiscard]] drive::Nursery& own_nursery();

}  // namespace ldfi::execute
