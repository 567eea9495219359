#include "master/task/grid.hpp"

namespace ldfi::app {

sweep::Grid grid_of(const Task& task) {
  const config::Options& o = task.options;
  sweep::Axes axes{o.sweep_eot, o.sweep_eff, o.sweep_crashes, {}, o.sweep_params};
  for (const Budgets::Entry& budget : Budgets::entries()) {
    const std::vector<int>& values = o.sweep_numbers.at(budget.index);
    if (!values.empty()) axes.budgets.emplace_back(budget, values);
  }
  return sweep::make_grid(axes, task.fspec.node_count());
}

}  // namespace ldfi::app
