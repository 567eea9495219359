#include "master/app/strategy.hpp"

#include "common/core/contract.hpp"
#include "common/sat/cryptominisat.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/search/molly.hpp"
#include "common/search/random.hpp"

namespace ldfi::app {

using config::StrategyName;

namespace {

search::RandomOptions random_options(const config::Options& o, std::uint64_t seed) {
  search::RandomOptions options;
  options.seed = seed;
  if (o.max_runs) {
    options.max_runs = *o.max_runs;
  } else if (o.time_limit_s) {
    options.max_runs = ~std::uint64_t{0};  // time is the limit
  }
  return options;
}

}  // namespace

std::unique_ptr<search::Strategy> make_strategy(const Task& task, const ground::Universe& universe,
                                                std::uint64_t seed,
                                                std::function<std::optional<double>()> time_left) {
  const config::Options& o = task.options;
  const bool all = o.stop == config::StopRule::all;
  switch (o.strategy) {
    case StrategyName::random:
      return search::make_random(task.fspec, random_options(o, seed));
    case StrategyName::exhaustive: {
      search::ExhaustiveOptions options;
      options.all = all;
      options.limit = o.exhaustive_limit;
      return search::make_exhaustive(task.fspec, options);
    }
    case StrategyName::molly:
      return search::make_molly(
          universe, {static_cast<search::Negation>(o.negation), all,
                     [seed] { return sat::make_cryptominisat(seed); }, std::move(time_left)});
    case StrategyName::lineage:
      break;
  }
  LDFI_REQUIRE(o.strategy == StrategyName::lineage, "every strategy is made somewhere");
  return search::make_lineage(
      universe, sat::make_cryptominisat(seed),
      {all, seed, std::move(time_left), static_cast<search::Expand>(o.expand)});
}

bool fixes_jobs_ahead(StrategyName strategy) {
  return strategy == StrategyName::exhaustive || strategy == StrategyName::random;
}

}  // namespace ldfi::app
