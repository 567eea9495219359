// Makes the points of a sweep over a grid. Each point is one Fspec.
#pragma once

#include "common/config/options.hpp"
#include "master/sweep/point.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the points (Fspecs) of the grid that the options describe. Requires a sweep over a grid.
[[nodiscard]] sweep::Grid grid_of(const Task& task);

}  // namespace ldfi::app
