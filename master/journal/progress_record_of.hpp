// Makes the journal's record of the progress of a search, which `ldfi-results watch` shows.
#pragma once

#include <string>

#include "common/journal/standing.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::journal {

/// Returns the record, without the remaining budget. `elapsed_s` is the number of seconds of this
/// session.
[[nodiscard]] Standing progress_record_of(const schedule::Progress& progress, double elapsed_s,
                                          std::string cell);

}  // namespace ldfi::journal
