// What lasts in an execution, drawn behind all else: who is cut off, and who stands still. Private to
// results/systems.
#pragma once

#include <map>
#include <string>

#include "results/draw/svg.hpp"
#include "results/systems/history.hpp"
#include "results/systems/timeline.hpp"

namespace ldfi::results {

/// `x`: of the column of each node.
void shade(Svg& svg, const History& history, const Timeline& timeline,
           const std::map<std::string, double>& x);

}  // namespace ldfi::results
