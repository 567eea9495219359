// Finds the single faults that could have struck at each event of an execution.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns for each event the faults that the Fspec of the execution allows there, in the notation of fault
/// sets. A sent message may be lost, late or duplicated. A node may crash or pause before an activation. A
/// fault of the execution that struck at the event comes first. An event has no other faults if a partition
/// loses the message or its receiver is down.
[[nodiscard]] std::vector<std::vector<std::string>> single_faults(const History& history);

}  // namespace ldfi::results
