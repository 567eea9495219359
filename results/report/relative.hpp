// Names of files without the folders of the machine that a run was made on, which are nobody's
// business where a page is read.
#pragma once

#include "common/record/run.hpp"

namespace ldfi::results {

/// The run with the names of its config and programs, also in its command line and options, as they
/// are from the folder that holds all of those that were given as absolute paths. The
/// program that ran is told by its name.
[[nodiscard]] RunRecord with_relative_names(RunRecord run);

}  // namespace ldfi::results
