// Exports the execution of a stage of a minimisation for ShiViz.
#pragma once

#include <string>

#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// Returns a log for ShiViz, in the form of the log of a real system. It lists for each tick the messages
/// that reach a node, the node's external events and crashes, and the messages that it sends. A host is a
/// node's name with %XX for all characters except letters, digits and `_-.:`.
[[nodiscard]] std::string shiviz_log(const StageRun& done, const MinimisationStage& stage);

}  // namespace ldfi::results
