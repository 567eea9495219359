#include "common/search/run_formula.hpp"

#include <algorithm>

namespace ldfi::search {

using sat::Literal;

RunFormula::RunFormula(const ground::Universe& universe, const ground::Executor& run,
                       const FaultSet& seed, const Dependencies& dependencies, Negation negation,
                       sat::Solver& solver)
    : u_(universe), run_(run), solver_(solver), faults_(universe, solver) {
  for (Literal fault : faults_.literals(seed)) solver_.add({fault});
  Changes changes(universe, run, dependencies, faults_, negation, solver);
  if (run.errors() & 1U) {
    add_recovery(changes);
  } else if (negation == Negation::exact) {
    add_exact(changes);
  } else {
    Changes positive(universe, run, dependencies, faults_, Negation::ignore, solver);
    add_published(changes, positive);
    positive.add_requested_clauses();
  }
  changes.add_requested_clauses();
}

std::optional<Literal> RunFormula::all_of(const std::vector<Reasons>& conditions) {
  if (std::any_of(conditions.begin(), conditions.end(),
                  [](const Reasons& r) { return r.empty(); })) {
    return std::nullopt;
  }
  const Literal all = solver_.new_variable();
  for (const Reasons& some : conditions) {
    std::vector<Literal> clause{-all};
    clause.insert(clause.end(), some.begin(), some.end());
    solver_.add(clause);
  }
  return all;
}

void RunFormula::add_recovery(Changes& changes) {
  std::vector<Reasons> needed;
  for (FactId e : u_.errors()) {
    if (run_.holds(e)) needed.push_back(changes.gone(e));
  }
  if (const auto gone = all_of(needed)) targets_.push_back({*gone, std::nullopt});
}

void RunFormula::add_published(Changes& changes, Changes& positive) {
  for (const ground::Goal& g : u_.goals()) {
    const bool promised_and_kept = g.post && run_.holds(*g.post) && (!g.pre || run_.holds(*g.pre));
    if (!promised_and_kept) continue;
    const auto violated = all_of({changes.gone(*g.post)});
    if (!violated) continue;
    targets_.push_back({*violated, g.pre ? all_of({positive.gone(*g.pre)}) : std::nullopt});
  }
}

void RunFormula::add_exact(Changes& changes) {
  for (const ground::Goal& g : u_.goals()) {
    std::vector<Reasons> needed;
    if (g.post && run_.holds(*g.post)) needed.push_back(changes.gone(*g.post));
    if (g.pre && !run_.holds(*g.pre)) needed.push_back(changes.appears(*g.pre));
    if (const auto violated = all_of(needed)) targets_.push_back({*violated, std::nullopt});
  }
  for (FactId e : u_.errors()) {
    if (const auto happens = all_of({changes.appears(e)}))
      targets_.push_back({*happens, std::nullopt});
  }
}

}  // namespace ldfi::search
