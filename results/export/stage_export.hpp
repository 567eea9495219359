// The execution of a stage of a minimisation in a form that another tool reads.
#pragma once

#include <string>

#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// A log for ShiViz, as shiviz_log() writes one of a real system: what reaches a node, what it is
/// told from outside, that it crashes, and what it sends, tick by tick. A host is a node's name, with
/// all but letters, digits and `_-.:` as %XX.
[[nodiscard]] std::string shiviz_log(const StageRun& done, const MinimisationStage& stage);

}  // namespace ldfi::results
