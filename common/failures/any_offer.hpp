// Decides whether a fault could hit anything in a failure-free run.
#pragma once

#include <vector>

#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// Returns true if a fault that the Fspec allows could hit one of these events of the failure-free
/// run. Requires sorted events. Faster than, but equivalent to, a non-empty
/// FailurePoints::offers().
[[nodiscard]] bool offers_any_fault(const Fspec& fspec, const std::vector<IoEvent>& events);

}  // namespace ldfi::failures
