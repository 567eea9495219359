// Makes the data that identifies the run in its journal, so that a different run cannot resume it.
#pragma once

#include "common/journal/header.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the header of the run's journal: the texts of the program, the Fspec and every option that affects
/// the results (master/life/resume.hpp).
journal::Header journal_header(const Task& task);

}  // namespace ldfi::app
