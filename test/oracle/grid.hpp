// Makes a grid of all Fspecs up to the limits of a given Fspec, and answers its cells in random
// order. Two tests of sweeps use these functions.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "common/farm/wire/messages.hpp"
#include "master/sweep/grid_course.hpp"
#include "test/support/random.hpp"
#include "worker/dedalus/cell_search.hpp"

namespace ldfi::test {

/// Returns points (Fspecs of the grid) with the EOT of `f` and the EOT before. They have all values
/// of EFF and crashes up to those of `f`, and two values of each other limit.
inline std::vector<sweep::Point> all_points(const FspecParameters& f) {
  sweep::Axes axes{{f.eot}, {}, {}};
  if (f.eot > 1) axes.eot.push_back(f.eot - 1);
  for (int eff = 0; eff <= f.eff; ++eff) axes.eff.push_back(eff);
  for (int crashes = 0; crashes <= f.crashes; ++crashes) axes.crashes.push_back(crashes);
  const Budgets most = budgets_of(f);
  for (const Budgets::Entry& entry : Budgets::entries()) {
    const int number = most[entry];
    if (number > 0 && number != Budgets::any) {
      axes.budgets.emplace_back(entry, std::vector{number - 1, number});
    }
  }
  return sweep::make_grid(axes, f.nodes.size()).points;
}

/// Answers the requests of the sweep until it ends. Returns the number of cells (Fspecs) that were
/// searched.
inline std::size_t answer_all(sweep::GridCourse& course, Random& random,
                              const std::function<Cell(const sweep::Point&)>& search) {
  std::size_t searched = 0;
  for (; !course.finished(); ++searched) {
    const auto query = random.pick(course.wanted(1 + random.below(4)));
    course.answer(query, search(query.point));
  }
  return searched;
}

/// Searches one cell (an Fspec of the grid) without limits on time and memory.
inline Cell search_point(const dedalus::Program& program, const wire::Setup& setup, SearchJob job,
                         const sweep::Point& point) {
  job.eot = point.eot;
  job.eff = point.eff;
  job.crashes = point.crashes;
  job.budgets = point.budgets;
  const campaign::Host gauges{[] { return 0.0; }, [] { return std::uint64_t{0}; }};
  return execute::search_cell(program, setup, job, gauges, std::numeric_limits<double>::infinity());
}

}  // namespace ldfi::test
