// Exports the execution of a minimisation's stage for another tool.
#pragma once

#include <string>

#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// Returns a log for ShiViz in the form of a real system's log. It lists tick by tick what reaches
/// a node, its external events, its crashes, and its messages. A host is a node's name with %XX for
/// all characters except letters, digits and `_-.:`.
[[nodiscard]] std::string shiviz_log(const StageRun& done, const MinimisationStage& stage);

}  // namespace ldfi::results
