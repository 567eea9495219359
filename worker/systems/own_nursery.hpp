// The nursery of this process. It must be forked before there are threads or MPI, so before it is known
// whether it is needed.
#pragma once

#include <string>
#include <vector>

#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Forks the nursery if the arguments name a config that may need it, or that cannot be read here: a
/// worker receives its config by message.
void begin_nursery(const std::vector<std::string>& arguments);

/// Returns the nursery, and forks it if that was not done yet. Throws EnvironmentError.
[[nodiscard]] drive::Nursery& own_nursery();

}  // namespace ldfi::execute
