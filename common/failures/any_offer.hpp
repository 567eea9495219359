// Decides whether any fault could strike a failure-free run.
#pragma once

#include <vector>

#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// Returns true if the execution without faults, which has these events, offers a fault. Requires
/// sorted events. Equivalent to a non-empty FailurePoints::offers(), but faster.
[[nodiscard]] bool offers_any_fault(const Fspec& fspec, const std::vector<IoEvent>& events);

}  // namespace ldfi::failures
