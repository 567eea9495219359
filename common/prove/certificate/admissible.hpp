// Checks that a certificate's fault sets do not have more or other faults than the certificate's
// limits allow (docs/explanation/semantics.md).
#pragma once

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Throws Rejected unless the limits allow every fault of the set, and allow them together.
void require_admissible(const FaultSet& set, const Limits& limits);

}  // namespace ldfi::certificate
