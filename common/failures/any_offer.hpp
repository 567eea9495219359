// Decides whether any fault could change a failure-free run.
#pragma once

#include <vector>

#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// Returns true if a fault that the Fspec allows could hit one of `events`, the sorted events of
/// the failure-free run. The result is the same as whether FailurePoints::offers() returns any
/// fault, but is computed faster.
[[nodiscard]] bool offers_any_fault(const Fspec& fspec, const std::vector<IoEvent>& events);

}  // namespace ldfi::failures
