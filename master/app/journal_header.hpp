// What a journal has to know of a run to refuse another one.
#pragma once

#include "master/app/task.hpp"
#include "master/journal/header.hpp"

namespace ldfi::app {

/// The program's texts, the Fspec and every option that counts (master/life/go_on.hpp).
journal::Header journal_header(const Task& task);

}  // namespace ldfi::app
