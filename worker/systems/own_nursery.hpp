// The nursery of this process. It has to be forked before there are threads, or MPI, and so before
// anybody knows whether it is needed.
#pragma once

#include <string>
#include <vector>

#include "worker/drive/nursery.hpp"

namespace ldfi::execute {

/// Forks it if the arguments name a config that may need it, or one that cannot be read here: a
/// worker gets its config by message.
void begin_nursery(const std::vector<std::string>& arguments);

/// Forks it if that was not done yet. Throws EnvironmentError.
[[nodiscard]] drive::Nursery& own_nursery();

}  // namespace ldfi::execute
