// Finds the single faults that could have struck at each event of an execution.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns for each event the faults that the Fspec of the execution allows there, as texts of fault sets. A
/// message that is sent may be lost, late or duplicated. A node may crash or pause before an activation. If a
/// fault of the execution struck at the event, that fault comes first. If a partition loses the message, or
/// its receiver is down, there are no other faults.
[[nodiscard]] std::vector<std::vector<std::string>> single_faults(const History& history);

}  // namespace ldfi::results
