// Chooses the nodes that have a line in a picture.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the nodes, and the services that have events or receive messages, but at most forty names.
[[nodiscard]] std::vector<std::string> columns_of(const History& history);

}  // namespace ldfi::results
