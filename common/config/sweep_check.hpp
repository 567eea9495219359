// What options make a sweep of a run, and whether they fit together. Private to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// Whether the option of this name was given.
using IsGiven = std::function<bool(std::string_view)>;
/// Told the code, the options it is about, and the message.
using Problem = std::function<void(const char*, const std::vector<std::string_view>&, std::string)>;

/// Decides whether the run is a sweep (options.sweep): any option of a sweep says so, but --replay
/// and --check are about one Fspec, and EOT or EFF on the command line make the published sweep of
/// a config give way, a whole Fspec its grid. Completes the axes of a grid by the Fspec's values,
/// and gives a published sweep without a bound the paper's 120 seconds.
void check_sweep(Options& options, const IsGiven& given, const IsGiven& configured,
                 const Problem& problem);

}  // namespace ldfi::config
