// Whether recordings may be of one deterministic system: all proofs rest on it.
#pragma once

#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Reports two recordings that part although every fate before was the same: then the system is not
/// deterministic, or not all that it rests on was recorded. They must be of one system and seed.
void compare(const std::vector<Recording>& recordings, std::vector<Diagnostic>& problems);

}  // namespace ldfi::systems
