// What a journal has to know of a run to refuse another one.
#pragma once

#include "master/app/task.hpp"
#include "master/journal/header.hpp"

namespace ldfi::app {

/// The program's texts, the Fspec and every option that the answer or the way to it depends on:
/// not budgets, names of files, or what is said. An option counts unless it is known not to.
journal::Header journal_header(const Task& task);

/// How to go on with this run: the command line with --resume, for a shell.
std::string resume_command(const Task& task, int ranks);

}  // namespace ldfi::app
