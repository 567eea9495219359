// What lasts in an execution, drawn behind all else: who is cut off, and who stands still. Private to
// results/views/systems.
#pragma once

#include <map>
#include <string>

#include "results/views/draw/svg.hpp"
#include "results/views/systems/history.hpp"
#include "results/views/systems/timeline.hpp"

namespace ldfi::results {

/// `x`: of the column of each node.
void shade(Svg& svg, const History& history, const Timeline& timeline,
           const std::map<std::string, double>& x);

}  // namespace ldfi::results
