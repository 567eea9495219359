// Temporary files of runs that were killed while they wrote.
#pragma once

#include <string>

namespace ldfi::app {

/// Removes `output`.tmp-<number> and `journal`.tmp-<number>, as the result file and the journal
/// beside it are called while they are written. Only for the one run that holds the journal's lock:
/// others have such a file at most until they find that lock, and then do without it.
void remove_leftovers(const std::string& output, const std::string& journal);

}  // namespace ldfi::app
