// The space-time diagram [LAMPORT78] of an execution of a real system: a line for each node, time
// downwards in milliseconds, a slanted arrow for each message.
#pragma once

#include <string>

#include "results/views/draw/svg.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// `good`: an execution that passed, or null: what this one does otherwise is then never folded.
[[nodiscard]] Svg diagram(const History& history, const History* good, const std::string& title);

}  // namespace ldfi::results
