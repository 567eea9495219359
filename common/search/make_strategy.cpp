#include "common/search/make_strategy.hpp"

#include "common/sat/make_solver.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/search/molly.hpp"
#include "common/search/random.hpp"

namespace ldfi::search {
namespace {

Expand expansion(wire::SearchSettings::Expand expand) {
  using From = wire::SearchSettings::Expand;
  if (expand == From::live) return Expand::live;
  return expand == From::all ? Expand::all : Expand::automatic;
}

sat::Kind solver_of(const wire::SearchSettings& settings) {
  return static_cast<sat::Kind>(settings.solver);
}

Negation negation_of(wire::SearchSettings::Negation negation) {
  using From = wire::SearchSettings::Negation;
  if (negation == From::exact) return Negation::exact;
  return negation == From::conservative ? Negation::conservative : Negation::ignore;
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(const ground::Universe& universe,
                                        const wire::SearchSettings& settings, BudgetCheck check,
                                        explore::Scout* scout) {
  using Named = wire::SearchSettings::Strategy;
  if (settings.strategy == Named::random) {
    RandomOptions options;
    options.seed = settings.seed;
    options.max_runs = settings.max_runs == 0 ? ~std::uint64_t{0} : settings.max_runs;
    return make_random(universe.fspec(), options);
  }
  if (settings.strategy == Named::molly) {
    MollyOptions options;
    options.negation = negation_of(settings.negation);
    options.all = settings.all;
    options.make_solver = [kind = solver_of(settings), seed = settings.seed, check] {
      auto solver = sat::make_solver(kind, seed);
      solver->set_check(check);
      return solver;
    };
    return make_molly(universe, std::move(options));
  }
  if (settings.strategy == Named::exhaustive) {
    ExhaustiveOptions options;
    options.all = settings.all;
    options.limit = settings.exhaustive_limit;
    return make_exhaustive(universe.fspec(), options, check);
  }
  LineageOptions options;
  options.all = settings.all;
  options.seed = settings.seed;
  options.expand = expansion(settings.expand);
  options.scout = scout;
  options.check = check;
  auto solver = sat::make_solver(solver_of(settings), settings.seed);
  solver->set_check(std::move(check));
  return make_lineage(universe, std::move(solver), std::move(options));
}

bool complete(const wire::SearchSettings& settings) {
  return settings.strategy == wire::SearchSettings::Strategy::lineage;
}

}  // namespace ldfi::search
