// Checks that a fault set is within the limits of a claim (docs/explanation/semantics.md).
#pragma once

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Throws Rejected unless the limits admit the fault set as it is written.
void require_admissible(const FaultSet& set, const Limits& limits);

}  // namespace ldfi::certificate
