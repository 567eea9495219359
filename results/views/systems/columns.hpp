// Chooses the nodes and services that have a line in the diagram of an execution.
#pragma once

#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the names of the nodes, and of the services that have events or receive messages.
/// Returns at most forty names.
[[nodiscard]] std::vector<std::string> columns_of(const History& history);

}  // namespace ldfi::results
