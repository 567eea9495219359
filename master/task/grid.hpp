// The cells of a sweep over a grid.
#pragma once

#include "common/config/options.hpp"
#include "master/sweep/point.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the cells that the options of the grid give. Requires a sweep over a grid.
[[nodiscard]] sweep::Grid grid_of(const Task& task);

}  // namespace ldfi::app
