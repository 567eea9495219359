// Runs a program, from opening the journal to storing the results.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Executes known falsifiers again, searches, stores the results and prints the summary. Prints the verdict
/// even if the results cannot be stored. After an error, `watch` has the command that resumes the run, if
/// there is a journal.
ExitStatus search_and_store(Task task, Ranks& ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
