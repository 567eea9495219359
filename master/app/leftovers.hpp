// Temporary files of runs that were killed while they wrote.
#pragma once

#include <string>

namespace ldfi::app {

/// Removes `output`.tmp-<number> and `journal`.tmp-<number>, as the result file and the journal
/// beside it are called while they are written. Only for the one run that holds the journal's lock:
/// nobody else writes them.
void remove_leftovers(const std::string& output, const std::string& journal);

}  // namespace ldfi::app
