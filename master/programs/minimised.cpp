#include "master/programs/minimised.hpp"

#include <fmt/core.h>

#include <limits>

#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "master/task/strategy.hpp"
#include "worker/minimise/minimise.hpp"

namespace ldfi::app {

void minimise(const Task& task, const Log& log, const Clock& clock,
              const std::function<void()>& asked, Cell& cell) {
  const config::Options& o = task.options;
  if (!o.minimise || o.results_only || cell.falsifiers.empty()) return;
  const Phase phase("minimising");
  const campaign::Host host{
      .clock = clock, .memory = [] { return resident_bytes(); }, .alive = asked};
  SearchSettings search = search_settings(task);
  search.strategy = StrategyName::lineage;
  search.all = false;
  search.max_runs = 0;
  const execute::MinimiseSettings settings{o.externals, o.minimise_by, o.minimise_runs,
                                           o.max_runs.value_or(0)};
  const double deadline = o.time_limit_s.value_or(std::numeric_limits<double>::infinity());
  cell.minimisation = execute::minimise(task.program, task.fspec, task.setup(), search,
                                        cell.falsifiers.front(), settings, host, deadline);
  log.detail(
      fmt::format("{:.3f} s: minimised to {}", clock(), minimisation_line(*cell.minimisation)));
}

}  // namespace ldfi::app
