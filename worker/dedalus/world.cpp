#include "worker/dedalus/world.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "common/base/errors.hpp"
#include "common/base/phase.hpp"
#include "common/base/work.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/dedalus/reach/reachability.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/make_strategy.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::execute {
namespace {

explore::Limits scout_limits(const wire::Setup& setup) {
  explore::Limits out;
  if (setup.budget.memory_limit_bytes > 0) {
    out.bytes = std::min<std::size_t>(out.bytes, setup.budget.memory_limit_bytes / 4);
  }
  return out;
}

/// Returns true if the explorer of small fault sets (the scout) can give the whole answer, because
/// the search only needs the least counterexample.
bool scout_helps(const SearchSettings& settings) {
  return settings.strategy == StrategyName::lineage && !settings.all &&
         settings.expand != Expansion::live && settings.known.empty();
}

}  // namespace

World::World(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
             const wire::Setup& setup, const SearchSettings& settings, BudgetCheck check)
    : program_(program),
      fspec_(fspec),
      setup_(setup),
      settings_(settings),
      check_(std::move(check)),
      // No scout if a limit on work must give the same result on every machine: the moment at which
      // the scout ends depends on the machine.
      helps_(!WorkBound::is_active() && scout_helps(settings) &&
             has_combinations(fspec.parameters()) && program.specifications.empty() &&
             !program.built_in(FaultRelation::down)),
      safe_(ground::arithmetic_is_safe(program, fspec.eot())),
      scout_(program, fspec, failure_free, scout_limits(setup)) {}

ground::Universe World::ground_program() {
  const Phase phase("grounding");
  ground::GroundLimits limits = ground_limits(setup_.budget, check_);
  if (helps_) limits.slow = [this] { scout_.look(); };
  return reach::ground_program(
      program_, fspec_, limits, setup_.grounding.pruning, setup_.grounding.solver,
      search::needs_universe(settings_) ? reach::Counting::bounded : reach::Counting::refused);
}

void World::ground() {
  if (search::runs_plain(settings_)) return;
  try {
    if (helps_) {
      universe_ = explore::beside(scout_, check_, [this] { return ground_program(); });
      if (!universe_) answer_ = search::result_found_by_scout(*scout_.found());
    } else {
      universe_.emplace(ground_program());
    }
  } catch (const BudgetExceeded& e) {
    if (!e.too_large()) throw;
    too_large_ = e.what();
  }
}

void World::explain(SearchResult& result) const {
  if (result.verdict != Verdict::inconclusive || too_large_.empty() ||
      !search::needs_universe(settings_) || result.reason.find(too_large_) != std::string::npos) {
    return;
  }
  result.reason = too_large_ + (result.reason.empty() ? "" : "; ") + result.reason;
}

std::string World::explored() const {
  const auto found = scout_.found();
  if (!found) return "";
  return fmt::format("{} states of at most {} fault{} explored", scout_.states(), found->size(),
                     found->size() == 1 ? "" : "s");
}

}  // namespace ldfi::execute
