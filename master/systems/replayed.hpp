// What `--replay` asks for of a real system.
#pragma once

#include <string>

#include "common/systems/faults.hpp"

namespace ldfi::app {

/// Reads `O(n0,n1,m#0) C(n0,#3)`, or `none`. Throws UsageError.
[[nodiscard]] systems::FaultSet replayed_faults(const std::string& text);
/// What is replayed must be possible by the Fspec. Throws UsageError.
void check_replayed(const systems::FaultSet& faults, const systems::Fspec& fspec);

}  // namespace ldfi::app
