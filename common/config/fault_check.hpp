// Checks the Fspec as far as this is possible before the program is known.
#pragma once

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Reports EFF ≥ EOT, and more crashes than nodes, in a single Fspec or in all cells of a sweep.
/// Reports faults that the chosen crash model does not allow. If the user chose no crash model,
/// faults such as restarts and failed writes select CrashModel::stop. `given` returns true for
/// options of the command line and of the config.
void check_faults(Options& options, const IsGiven& given, const Problem& problem);

}  // namespace ldfi::config
