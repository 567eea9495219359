// Which options exclude each other in a search.
#pragma once

#include "common/config/sweep_check.hpp"

namespace ldfi::config {

/// Reports what the strategy does not do, and a list of all falsifiers of a search without an end.
void check_search(const Options& options, const Problem& problem);

}  // namespace ldfi::config
