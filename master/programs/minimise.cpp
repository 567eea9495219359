#include "master/programs/minimise.hpp"

#include <fmt/core.h>

#include <limits>

#include "common/base/memory.hpp"
#include "common/base/phase.hpp"
#include "common/config/options.hpp"
#include "common/farm/wire/codec.hpp"
#include "common/minimise/programs/minimise.hpp"
#include "master/task/strategy.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::app {

void minimise(const Task& task, const Session& session, ProgramFarm& farm,
              const std::function<void()>& asked, Cell& cell) {
  const config::Options& o = task.options;
  if (!o.minimise || o.results_only || cell.falsifiers.empty()) return;
  const Phase phase("minimising");
  SearchSettings search = search_settings(task);
  search.strategy = StrategyName::lineage;
  search.all = false;
  search.max_runs = 0;
  farm.begin_minimising();
  wire::Setup setup = task.setup();
  const auto run = [&](search::Strategy& strategy) {
    session.limit_time(setup.budget);
    farm.run(setup, strategy, wire::fingerprint(setup));
  };
  const minimise::MinimiseSettings settings{o.externals, o.minimise_by, o.minimise_runs,
                                            o.max_runs.value_or(0)};
  const minimise::MinimiseMeans means{
      .host = {.clock = session.clock(), .memory = [] { return resident_bytes(); }, .alive = asked},
      .limits = {o.time_limit_s.value_or(std::numeric_limits<double>::infinity()),
                 setup.budget.memory_limit_bytes},
      .executions = execute::eval_limits(setup.budget),
      .world = {execute::ground_limits(setup.budget), o.prune, o.solver},
      .search = search,
      .run = run};
  cell.minimisation =
      minimise::minimise(task.program, task.fspec, cell.falsifiers.front(), settings, means);
  session.log().detail(fmt::format("{:.3f} s: minimised to {}", session.seconds(),
                                   minimisation_line(*cell.minimisation)));
}

}  // namespace ldfi::app
