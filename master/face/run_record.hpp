// What the record of any run begins with.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/record/run.hpp"

namespace ldfi::app {

/// Options as they took effect, version, start (now, UTC) and number of ranks. `arguments`: the
/// command line, the program's name first.
[[nodiscard]] RunRecord begin_record(const config::Options& options,
                                     std::vector<std::string> arguments, int ranks);

/// The results of what was made smaller, beside those of a run: `kafka.h5` → `kafka-minimised.h5`.
[[nodiscard]] std::string minimised_name(const std::string& output);

}  // namespace ldfi::app
