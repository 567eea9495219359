// Finds, for each event of an execution, the single faults that could have happened at this event.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns, for each event, the faults that the execution's Fspec allows there, each as the text of
/// a fault set. A message that is sent may be lost, late or duplicated. A node may crash or pause
/// before an activation. A fault of the execution that did happen at the event comes first. If a
/// partition loses the message, or its receiver is down, returns no other faults.
[[nodiscard]] std::vector<std::vector<std::string>> single_faults(const History& history);

}  // namespace ldfi::results
