// Which options make a run a sweep, and whether they fit together. Private to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// True if the option of this name was given.
using IsGiven = std::function<bool(std::string_view)>;
/// Receives a problem: its code, its options, and its message.
using Problem = std::function<void(const char*, const std::vector<std::string_view>&, std::string)>;

/// Decides whether the run is a sweep (options.sweep). Any option of a sweep makes it one, with
/// these exceptions: --replay and --check are about one Fspec; EOT or EFF on the command line
/// override a config's published sweep; a whole Fspec overrides a config's grid, and so does a number
/// its axis. Completes the axes of a grid with the Fspec's values, and the Fspec with the largest of each, and bounds a published sweep by the paper's 120 seconds if
/// nothing else does.
void check_sweep(Options& options, const IsGiven& given, const IsGiven& configured,
                 const Problem& problem);

}  // namespace ldfi::config
