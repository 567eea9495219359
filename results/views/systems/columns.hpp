// Which nodes have a line in a picture.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Nodes, and those services that somebody uses: at most forty.
[[nodiscard]] std::vector<std::string> columns_of(const History& history);

}  // namespace ldfi::results
