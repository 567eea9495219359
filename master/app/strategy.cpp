#include "master/app/strategy.hpp"

#include "common/search/make_strategy.hpp"
#include "common/search/random.hpp"

namespace ldfi::app {

using config::StrategyName;

namespace {

using Settings = wire::SearchSettings;

Settings::Strategy strategy_of(StrategyName name) {
  switch (name) {
    case StrategyName::lineage:
      return Settings::Strategy::lineage;
    case StrategyName::molly:
      return Settings::Strategy::molly;
    case StrategyName::random:
      return Settings::Strategy::random;
    case StrategyName::exhaustive:
      break;
  }
  return Settings::Strategy::exhaustive;
}

/// Random injection needs an end; time will do.
std::uint64_t runs_of(const config::Options& options) {
  if (options.max_runs) return *options.max_runs;
  const bool endless = options.strategy == StrategyName::random && !options.time_limit_s;
  return endless ? search::RandomOptions{}.max_runs : 0;
}

}  // namespace

Settings search_settings(const config::Options& options) {
  Settings out;
  out.strategy = strategy_of(options.strategy);
  out.negation = static_cast<Settings::Negation>(options.negation);
  out.expand = static_cast<Settings::Expand>(options.expand);
  out.solver = static_cast<wire::Solver>(options.solver);
  out.all = options.stop == config::StopRule::all;
  out.seed = options.seed;
  out.exhaustive_limit = options.exhaustive_limit;
  out.max_runs = runs_of(options);
  return out;
}

std::unique_ptr<search::Strategy> make_strategy(const Task& task, const ground::Universe* universe,
                                                std::uint64_t seed, BudgetCheck check,
                                                explore::Scout* scout) {
  Settings settings = search_settings(task.options);
  settings.seed = seed;
  return search::make_strategy(task.fspec, universe, settings, std::move(check), scout);
}

bool needs_universe(const config::Options& options) {
  return search::needs_universe(search_settings(options));
}

bool fixes_jobs_ahead(StrategyName strategy) {
  return strategy == StrategyName::exhaustive || strategy == StrategyName::random;
}

}  // namespace ldfi::app
