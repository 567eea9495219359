// Decides whether a run is a sweep, and checks that the options of the sweep fit together. Private
// to common/config.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/options.hpp"

namespace ldfi::config {

/// A function that returns true if the option with this name was given.
using IsGiven = std::function<bool(std::string_view)>;
/// A function that receives a problem: its code, the options that it is about, and its message.
using Problem = std::function<void(const char*, const std::vector<std::string_view>&, std::string)>;

/// Sets options.sweep, which says whether the run is a sweep. A run is a sweep if an option of
/// sweeps is given, with these exceptions. --replay and --check are about one Fspec. EOT or EFF on
/// the command line override the sweep of [LDFI15] in a config. A whole Fspec on the command line
/// overrides a config's grid, and a number overrides one axis of the grid. Completes the axes of a
/// grid with the values of the Fspec, and the Fspec with the largest value of each axis. Limits a
/// sweep of [LDFI15] to the paper's 120 seconds if it has no other limit.
void check_sweep(Options& options, const IsGiven& given, const IsGiven& configured,
                 const Problem& problem);

}  // namespace ldfi::config
