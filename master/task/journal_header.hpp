// Makes the data by which a journal refuses a different run.
#pragma once

#include "common/journal/header.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the header of the run's journal: the texts of the program, the Fspec and every option that affects
/// the results (master/life/resume.hpp).
journal::Header journal_header(const Task& task);

}  // namespace ldfi::app
