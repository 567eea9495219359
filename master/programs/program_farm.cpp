#include "master/programs/program_farm.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"
#include "master/task/strategy.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::app {

SearchResult ProgramFarm::run(const wire::Setup& setup, search::Strategy& strategy,
                              std::uint64_t fingerprint) {
  if (!farm_) {
    farm_ = session_.ranks().make_farm(master_options(), [this](const wire::Setup& whole) {
      return universe_ != nullptr ? execute::make_ground_executor(*universe_, check_)
                                  : execute::make_ground_executor(whole);
    });
  }
  return farm_->run(setup, strategy, fingerprint);
}

void ProgramFarm::set_universe(const ground::Universe* universe, BudgetCheck check) {
  universe_ = universe;
  check_ = std::move(check);
}

void ProgramFarm::begin_minimising() {
  LDFI_REQUIRE(universe_ == nullptr, "the farm has no universe before");
  minimising_ = true;
}

void ProgramFarm::stop() {
  if (farm_) farm_->stop();
}

schedule::MasterOptions ProgramFarm::master_options() const {
  const auto& o = task_.options;
  const auto show = [this](const schedule::Progress& p) {
    if (!minimising_) lines_.update(p);
  };
  const auto doing = [this](const schedule::Progress& p) {
    return minimising_ ? std::string("minimising the counterexample")
                       : fmt::format("searching, {} answers in", p.reports);
  };
  const auto cell = [this] {
    const Fspec& f = task_.fspec;
    return fmt::format("{}/{}/{}", f.eot(), f.eff(), f.crashes());
  };
  const auto complete = [this, &o](journal::Standing& now, const schedule::Progress& p) {
    // Reports how many executions --max-runs leaves to the search. A minimisation has its own
    // budget.
    if (!o.max_runs || minimising_) return;
    now.runs_left = *o.max_runs - std::min(*o.max_runs, p.executed);
  };
  schedule::MasterOptions options = session_.master_options({show, doing, cell, complete});
  // A second job in a worker's queue hides latency. This is worth it if the jobs do not depend on earlier
  // answers. The lineage search chooses each job by the answers to earlier jobs, so a second job would often
  // be wasted.
  const bool ahead = fixes_jobs_ahead(o.strategy) && !session_.ranks().alone();
  options.jobs_per_worker = ahead ? 2 : 1;
  options.max_runs = o.max_runs;
  return options;
}

}  // namespace ldfi::app
