// What can be said of the failure specification before the program is known.
#pragma once

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Reports EFF ≥ EOT, more crashes than nodes (of one Fspec, or of all), and restarts under a crash
/// model that has none. Without a given crash model, restarts mean CrashModel::stop, and so do failed writes. `given` tells
/// of options of the command line and of the config.
void check_faults(Options& options, const IsGiven& given, const Problem& problem);

}  // namespace ldfi::config
