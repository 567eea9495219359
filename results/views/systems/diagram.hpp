// Draws the space-time diagram [LAMPORT78] of an execution of a real system. Each node has a line, time
// runs downwards in milliseconds, and each message is a slanted arrow.
#pragma once

#include <string>

#include "results/views/draw/svg.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the diagram. Periods without interesting events are left out. If `good`, a passing
/// execution, is not null, all events that it does not have are drawn.
[[nodiscard]] Svg diagram(const History& history, const History* good, const std::string& title);

}  // namespace ldfi::results
