// Which fault sets the limits of a claim admit (docs/explanation/semantics.md).
#pragma once

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Throws Rejected if they do not admit this one as it is written.
void require_admissible(const FaultSet& set, const Limits& limits);

}  // namespace ldfi::certificate
