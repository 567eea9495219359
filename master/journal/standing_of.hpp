// Describes a running search in the journal, for `ldfi-results watch`.
#pragma once

#include <string>

#include "common/journal/standing.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::journal {

/// Leaves out the remaining budget. `elapsed_s`: seconds of this session.
[[nodiscard]] Standing standing_of(const schedule::Progress& progress, double elapsed_s,
                                   std::string cell);

}  // namespace ldfi::journal
