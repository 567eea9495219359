// Checks the failure specification as far as this is possible before the program is known.
#pragma once

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Reports EFF ≥ EOT, and more crashes than nodes in one Fspec or in all of a sweep. Reports faults
/// that need another crash model than the chosen one. If the user chose none, faults such as
/// restarts and failed writes imply CrashModel::stop. `given` covers options of the command line
/// and of the config.
void check_faults(Options& options, const IsGiven& given, const Problem& problem);

}  // namespace ldfi::config
