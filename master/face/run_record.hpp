// Makes the part of a results record that all kinds of runs have in common.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/record/run.hpp"

namespace ldfi::app {

/// Returns a record with the effective options, the version, the start (now, UTC) and the number of
/// ranks. `arguments`: the command line, the program's name first.
[[nodiscard]] RunRecord begin_record(const config::Options& options,
                                     std::vector<std::string> arguments, int ranks);

/// Returns the path of the results file of a minimisation, for the path of the results file of the
/// run: `kafka-minimised.h5` for `kafka.h5`.
[[nodiscard]] std::string minimised_name(const std::string& output);

}  // namespace ldfi::app
