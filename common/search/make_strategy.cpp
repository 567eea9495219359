#include "common/search/make_strategy.hpp"

#include "common/search/exhaustive.hpp"
#include "common/search/fts.hpp"
#include "common/search/lineage.hpp"
#include "common/search/molly.hpp"
#include "common/search/random.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::search {
namespace {

/// Number of fault sets in a job of a search without a universe. The plain evaluator needs about as
/// long for one fault set as the ground executor for thousands, and the results of an interrupted
/// job are lost.
constexpr std::uint64_t plain_chunk = 4;
/// Number of small fault sets that a search without a universe executes in place of a proof.
constexpr std::uint64_t max_small_sets = 10'000;

}  // namespace

std::unique_ptr<Strategy> make_strategy(const Fspec& fspec, const ground::Universe* universe,
                                        const SearchSettings& settings, BudgetCheck check,
                                        explore::Scout* scout) {
  if (settings.strategy == StrategyName::random) {
    RandomOptions options;
    options.seed = settings.seed;
    options.max_runs = settings.max_runs == 0 ? ~std::uint64_t{0} : settings.max_runs;
    if (universe == nullptr) options.max_per_job = plain_chunk;
    options.known = settings.known;
    options.weights = settings.weights;
    return make_random(fspec, options);
  }
  if (settings.strategy == StrategyName::fts) {
    FtsOptions options;
    options.all = settings.all;
    options.check = std::move(check);
    return make_fts(fspec, std::move(options));
  }
  if (settings.strategy == StrategyName::exhaustive || universe == nullptr) {
    ExhaustiveOptions options;
    options.all = settings.all;
    options.limit = settings.exhaustive_limit;
    options.known = settings.known;
    if (universe == nullptr) options.chunk = plain_chunk;
    if (needs_universe(settings)) options.largest = fspec.affordable_size(max_small_sets);
    return make_exhaustive(fspec, options, check);
  }
  if (settings.strategy == StrategyName::molly) {
    MollyOptions options;
    options.negation = settings.negation;
    options.all = settings.all;
    options.make_solver = [kind = settings.solver, seed = settings.seed, check] {
      auto solver = sat::make_solver(kind, seed);
      solver->set_check(check);
      return solver;
    };
    return make_molly(*universe, std::move(options));
  }
  LineageOptions options;
  options.all = settings.all;
  options.seed = settings.seed;
  options.expand = settings.expand;
  options.scout = scout;
  options.known = settings.known;
  options.symmetry = settings.symmetry == Symmetry::automatic;
  options.check = check;
  auto solver = sat::make_solver(settings.solver, settings.seed);
  solver->set_check(std::move(check));
  return make_lineage(*universe, std::move(solver), std::move(options));
}

bool needs_universe(const SearchSettings& settings) {
  return settings.strategy == StrategyName::lineage || settings.strategy == StrategyName::molly;
}

bool runs_plain(const SearchSettings& settings) {
  return settings.strategy == StrategyName::fts;
}

bool complete(const SearchSettings& settings) {
  return settings.strategy == StrategyName::lineage;
}

}  // namespace ldfi::search
