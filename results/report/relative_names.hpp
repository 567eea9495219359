// Removes folders from the names of files in a run. The folders are from the machine that executed
// the run, and readers of a page should not see them.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

/// Returns the run with shorter names of its config and programs, also in the command line and the
/// options. Names become relative to the deepest folder that contains all files with absolute
/// names. The executable and the known cases keep only their last names, without folders.
[[nodiscard]] RunRecord with_relative_names(RunRecord run);

}  // namespace ldfi::results
