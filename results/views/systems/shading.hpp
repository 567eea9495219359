// Draws the background of a diagram, which shows when nodes are partitioned or paused. Private to
// results/views/systems.
#pragma once

#include <map>
#include <string>

#include "results/views/draw/svg.hpp"
#include "results/views/systems/history.hpp"
#include "results/views/systems/timeline.hpp"

namespace ldfi::results {

/// Draws the partitions and pauses of the execution. `x` has the x of each node's line.
void shade(Svg& svg, const History& history, const Timeline& timeline,
           const std::map<std::string, double>& x);

}  // namespace ldfi::results
