// Reports options of a search that exclude each other.
#pragma once

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Reports options that the chosen strategy does not support, such as --stop all for a search that
/// never ends.
void check_search(const Options& options, const Problem& problem);

}  // namespace ldfi::config
