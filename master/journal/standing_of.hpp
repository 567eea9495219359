// What the journal says of a search that is under way, for `ldfi-results watch`.
#pragma once

#include <string>

#include "common/journal/standing.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::journal {

/// Without what is left of the budget. `elapsed_s`: of the session.
[[nodiscard]] Standing standing_of(const schedule::Progress& progress, double elapsed_s,
                                   std::string cell);

}  // namespace ldfi::journal
