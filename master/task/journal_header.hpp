// What a journal has to know of a run to refuse another one.
#pragma once

#include "common/journal/header.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// The program's texts, the Fspec and every option that counts (master/life/go_on.hpp).
journal::Header journal_header(const Task& task);

}  // namespace ldfi::app
