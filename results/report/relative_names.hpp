// Removes folders from the names of files in a run. They are folders of the machine on which the run was
// made, and readers of a page should not see them.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

/// Returns the run with relative names of its config and programs, also in the command line and the
/// options. They are relative to the deepest folder that holds all files with absolute names. The
/// executable and the known cases keep only their own names, without folders.
[[nodiscard]] RunRecord with_relative_names(RunRecord run);

}  // namespace ldfi::results
