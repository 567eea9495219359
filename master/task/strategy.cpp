#include "master/task/strategy.hpp"

#include "common/config/weights.hpp"
#include "common/search/make_strategy.hpp"
#include "common/search/random.hpp"

namespace ldfi::app {

namespace {

using Settings = SearchSettings;

/// Returns the most executions of the search, or 0 for no limit. A random search without limits gets a
/// default.
std::uint64_t runs_of(const config::Options& options) {
  if (options.max_runs) return *options.max_runs;
  const bool endless = options.strategy == StrategyName::random && !options.time_limit_s;
  return endless ? search::RandomOptions{}.max_runs : 0;
}

}  // namespace

Settings search_settings(const config::Options& options) {
  Settings out;
  out.strategy = options.strategy;
  out.negation = options.negation;
  out.expand = options.expand;
  out.symmetry = options.symmetry;
  out.solver = options.solver;
  out.all = options.stop == config::StopRule::all;
  out.seed = options.seed;
  out.weights = config::weights_of(options.weights);
  out.exhaustive_limit = options.exhaustive_limit;
  out.max_runs = runs_of(options);
  return out;
}

Settings search_settings(const Task& task) {
  Settings out = search_settings(task.options);
  out.known = task.known;
  return out;
}

bool needs_universe(const config::Options& options) {
  return search::needs_universe(search_settings(options));
}

bool fixes_jobs_ahead(StrategyName strategy) {
  return strategy == StrategyName::exhaustive || strategy == StrategyName::random;
}

}  // namespace ldfi::app
