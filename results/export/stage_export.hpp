// Exports the execution of one step of a minimisation for ShiViz, a viewer of logs.
#pragma once

#include <string>

#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// Returns a log for ShiViz, in the same form as the log of a real system. For each tick, the log
/// lists the messages that arrive at a node, the node's external events and crashes, and the
/// messages that the node sends. Hosts are named after nodes, with %XX for all characters except
/// letters, digits and `_-.:`.
[[nodiscard]] std::string shiviz_log(const StageRun& done, const MinimisationStage& stage);

}  // namespace ldfi::results
