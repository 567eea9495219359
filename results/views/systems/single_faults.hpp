// Which single faults could have struck at each event of an execution, as fault sets write them.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// For each event the faults that its Fspec allows there: of a message that it is lost, late or comes
/// twice, of what a node does that it crashes before. An event at which a fault of the execution
/// struck has that one first. None where a partition or a node that is down decides.
[[nodiscard]] std::vector<std::vector<std::string>> single_faults(const History& history);

}  // namespace ldfi::results
