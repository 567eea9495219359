// Checks that the limits of a claim admit a fault set (docs/explanation/semantics.md).
#pragma once

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Throws Rejected unless the limits admit the fault set in this written form.
void require_admissible(const FaultSet& set, const Limits& limits);

}  // namespace ldfi::certificate
