// Chooses the nodes that have a line in a picture.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the nodes, and the services that have events or receive messages. Returns at most forty.
[[nodiscard]] std::vector<std::string> columns_of(const History& history);

}  // namespace ldfi::results
