// One sitting of a run: from its journal, new or found, to results that are in place.
#pragma once

#include <string>

#include "master/app/log.hpp"
#include "master/app/ranks.hpp"
#include "master/app/task.hpp"

namespace ldfi::app {

/// Searches, stores, prints. A verdict is printed even when its results could not be stored. Once
/// there is a journal, `way_on` says how to go on with it, for whatever is thrown.
ExitStatus search_and_store(const Task& task, Ranks& ranks, const Log& log, std::string& way_on);

}  // namespace ldfi::app
