// One run about a program: from its journal, new or found, to results that are in place.
#pragma once

#include "master/face/log.hpp"
#include "master/life/ranks.hpp"
#include "master/life/watch.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Executes known falsifiers again, searches, stores, prints. A verdict is printed even when its results could not be stored. Once
/// there is a journal, `watch` knows how to go on with it, for whatever is thrown.
ExitStatus search_and_store(Task task, Ranks& ranks, const Log& log, Watch& watch);

}  // namespace ldfi::app
