// Whether the failure-free run of anything can fail at all.
#pragma once

#include <vector>

#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// True if the execution without faults, in which these events happen, offers a failure. The events
/// are sorted. The same as whether FailurePoints::offers() has an element, in less time.
[[nodiscard]] bool offers_any_fault(const Fspec& fspec, const std::vector<IoEvent>& events);

}  // namespace ldfi::failures
