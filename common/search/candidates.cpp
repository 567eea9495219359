#include "common/search/candidates.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "common/base/phase.hpp"
#include "common/base/scoped_timer.hpp"
#include "common/solve/hazard/symmetry.hpp"

namespace ldfi::search {

using sat::Answer;
using sat::Literal;

namespace {

/// Seconds after which the scout, a second search in another thread, starts if the solver has not
/// answered. soon_s applies if Φ is known to have a model and only the least one is searched.
/// late_s applies if Φ may have no model.
constexpr double soon_s = 0.005;
constexpr double late_s = 1;

}  // namespace

Candidates::Candidates(const ground::Universe& universe, sat::Solver& solver)
    : solver_(solver), circuits_(universe, solver), question_(circuits_.violation(0)) {}

void Candidates::begin(std::optional<Literal> question) {
  question_ = question;
  least_size_ = 0;
  violable_ = false;
  known_.reset();
  overtaken_.reset();  // the falsifier that the scout found was an answer to the previous question
  scout_ = nullptr;
}

// A single question to the solver covers all specifications. If its answer is "no", all of them are
// proved.
std::optional<std::size_t> Candidates::select_open_specification(
    const std::vector<std::size_t>& specifications) {
  const Literal any = solver_.new_variable();
  std::vector<Literal> clause{-any};
  for (const std::size_t s : specifications) clause.push_back(circuits_.violation(s).value());
  solver_.add(clause);
  begin(any);
  const bool some = satisfiable({});
  std::optional<std::size_t> found;
  for (const std::size_t s : specifications) {
    if (some && !found && solver_.value(circuits_.violation(s).value())) found = s;
  }
  std::optional<Model> known;
  if (found) known = model();
  solver_.add({-any});
  if (!found) return std::nullopt;
  begin(circuits_.violation(*found));
  known_ = std::move(known);
  least_size_ = 1;
  return found;
}

void Candidates::set_specification(std::size_t specification, const FaultSet& falsifier,
                                   bool least) {
  begin(circuits_.violation(specification));
  least_size_ = 1;
  if (!least) return;
  auto members = circuits_.faults().literals(falsifier);
  std::sort(members.begin(), members.end());
  Model known{falsifier, {}};
  const auto& all = circuits_.faults().ordered();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::binary_search(members.begin(), members.end(), all[i])) known.positions.push_back(i);
  }
  known_ = std::move(known);
}

bool Candidates::search_for_errors() {
  if (!circuits_.error() || question_ == circuits_.error()) return false;
  begin(circuits_.error());
  return true;
}

void Candidates::add_to_question(std::vector<Literal> clause) {
  known_.reset();
  if (question_) clause.push_back(-*question_);
  solver_.add(clause);
}

bool Candidates::satisfiable(std::vector<Literal> assumptions) {
  if (overtaken_) return false;
  if (question_) assumptions.push_back(*question_);
  const Phase phase("solving");
  const ScopedTimer timer(solve_ns_);
  const Answer answer = ask(assumptions);
  return answer == Answer::satisfiable;
}

Answer Candidates::ask(const std::vector<Literal>& assumptions) {
  asking_ = std::chrono::steady_clock::now();
  Answer answer = Answer::unknown;
  try {
    answer = solver_.solve(assumptions);
  } catch (const explore::Overtaken&) {
    overtaken_ = scout_->found();
  }
  asking_.reset();
  return answer;
}

void Candidates::send(explore::Scout& scout, BudgetCheck check) {
  scout_ = &scout;
  solver_.set_check([this, check = std::move(check)] {
    if (check) check();
    look_at_scout();
  });
}

void Candidates::look_at_scout() {
  if (!asking_ || scout_ == nullptr) return;
  const std::chrono::duration<double> asked = std::chrono::steady_clock::now() - *asking_;
  if (asked.count() < (violable_ ? soon_s : late_s)) return;
  if (violable_) scout_->hurry();
  scout_->start();
  scout_->look();
  least_size_ = std::max(least_size_, scout_->harmless() + 1);
}

std::optional<Literal> Candidates::at_most(std::size_t k) {
  const auto& all = circuits_.faults().counted();
  if (k >= all.size()) return std::nullopt;
  if (!counter_) counter_.emplace(solver_, all, k + 1);
  counter_->extend(k + 1);
  return -counter_->at_least(k + 1);
}

std::vector<Literal> Candidates::bounded(std::size_t k) {
  const auto bound = at_most(k);
  return bound ? std::vector<Literal>{*bound} : std::vector<Literal>{};
}

Candidates::Model Candidates::model() const {
  Model out{circuits_.faults().model(solver_), {}};
  const auto& all = circuits_.faults().ordered();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (solver_.value(all[i])) out.positions.push_back(i);
  }
  return out;
}

// It is harder to prove that k faults are not enough if k is near the least size. So few such
// proofs are attempted: the bound on k doubles until a model exists. After that, models only become
// smaller, and one last proof ends the search.
std::optional<Candidates::Model> Candidates::find_smallest() {
  // The first question sets no limit on the number of faults. If the formula has no model, the
  // solver can prove this without counting faults.
  if (!known_ && !satisfiable({})) return std::nullopt;
  violable_ = true;
  Model best = known_ ? *std::exchange(known_, std::nullopt) : model();
  if (std::exchange(symmetric_, false)) use_symmetry();
  std::size_t step = 1;
  while (best.positions.size() > least_size_) {
    const std::size_t below = best.positions.size() - 1;
    const std::size_t k = step == 0 ? below : std::min(below, least_size_ + step - 1);
    if (satisfiable(bounded(k))) {
      best = model();
      step = 0;
    } else if (overtaken_) {
      return std::nullopt;
    } else {
      least_size_ = k + 1;
      step *= 2;
    }
  }
  return best;
}

std::optional<FaultSet> Candidates::least() {
  if (overtaken_) return overtaken_;
  auto smallest = find_smallest();
  if (smallest && !overtaken_) smallest = minimise_lateness(std::move(*smallest));
  if (smallest) smallest->faults = minimise_order(*smallest);
  if (overtaken_) return overtaken_;
  if (!smallest) return std::nullopt;
  return std::move(smallest->faults);
}

std::optional<FaultSet> Candidates::smallest() {
  auto smallest = find_smallest();
  scout_ = nullptr;  // a scout finds only one falsifier
  if (overtaken_) return std::exchange(overtaken_, std::nullopt);
  if (!smallest) return std::nullopt;
  return std::move(smallest->faults);
}

// Adds the clauses that exclude mirror images: sets that differ only by a swap of interchangeable
// nodes. `best` may violate these clauses, but still satisfies all others. If `best` has the least
// size, it is a falsifier, so the first falsifier of all comes before it and can still be found.
void Candidates::use_symmetry() {
  const ground::Universe& universe = circuits_.universe();
  const auto classes = hazard::interchangeable_nodes(universe.program(), universe.fspec());
  hazard::prefer_first_of_mirror_images(circuits_.faults(), classes, solver_);
}

std::vector<Literal> Candidates::least_bounds(std::size_t ticks) {
  std::vector<Literal> out = bounded(least_size_);
  const auto all = circuits_.faults().ticks_late();
  if (ticks >= all.size()) return out;
  if (!ticks_) ticks_.emplace(solver_, all, ticks + 1);
  ticks_->extend(ticks + 1);
  out.push_back(-ticks_->at_least(ticks + 1));
  return out;
}

// Requires that `best` has the least size.
Candidates::Model Candidates::minimise_lateness(Model best) {
  while (best.faults.lateness() > 0 &&
         satisfiable(least_bounds(static_cast<std::size_t>(best.faults.lateness()) - 1))) {
    best = model();
  }
  return best;
}

// Requires that `best` has the least size. For each position in the set, in order, searches for a
// model with a smaller variable at this position. If there is no such model, such variables are
// also impossible at later positions.
FaultSet Candidates::minimise_order(Model best) {
  const auto& all = circuits_.faults().ordered();
  std::vector<Literal> assumptions = least_bounds(static_cast<std::size_t>(best.faults.lateness()));
  const std::vector<std::size_t>& current = best.positions;
  for (std::size_t place = 0; place < current.size(); ++place) {
    for (;;) {
      const std::size_t low = place == 0 ? 0 : current[place - 1] + 1;
      if (low == current[place]) break;
      const Literal question = solver_.new_variable();
      std::vector<Literal> clause{-question};
      clause.insert(clause.end(), all.begin() + static_cast<std::ptrdiff_t>(low),
                    all.begin() + static_cast<std::ptrdiff_t>(current[place]));
      solver_.add(clause);
      assumptions.push_back(question);
      const bool smaller = satisfiable(assumptions);
      assumptions.pop_back();
      if (smaller) best = model();
      solver_.add({-question});
      if (!smaller) break;
    }
    assumptions.push_back(all[current[place]]);
  }
  return best.faults;
}

std::optional<FaultSet> Candidates::another() {
  std::vector<Literal> different;
  for (const auto& [faults, active] : running_) different.push_back(active);
  for (const auto& bound :
       {at_most(least_size_), at_most(least_size_ + 2), std::optional<Literal>{}}) {
    std::vector<Literal> assumptions = different;
    if (bound) assumptions.push_back(*bound);
    if (satisfiable(assumptions)) return circuits_.faults().model(solver_);
  }
  return std::nullopt;
}

void Candidates::learn(const Lineage& lineage) {
  known_.reset();
  circuits_.expand(lineage);
}

void Candidates::exclude(const FaultSet& faults) {
  const auto members = circuits_.faults().literals(faults);
  std::vector<Literal> clause;
  for (Literal v : circuits_.faults().ordered()) {
    clause.push_back(std::find(members.begin(), members.end(), v) == members.end() ? v : -v);
  }
  add_to_question(std::move(clause));
}

void Candidates::exclude_supersets(const FaultSet& faults) {
  std::vector<Literal> clause;
  for (Literal v : circuits_.faults().contained(faults)) clause.push_back(-v);
  add_to_question(std::move(clause));
}

void Candidates::exclude_known(const std::vector<FaultSet>& known) {
  const hazard::FaultVariables& variables = circuits_.faults();
  for (const FaultSet& faults : known) {
    const bool possible = std::all_of(faults.begin(), faults.end(),
                                      [&](const Fault& f) { return variables.knows(f); });
    if (!possible) continue;
    std::vector<Literal> clause;
    for (const Literal v : variables.contained(faults)) clause.push_back(-v);
    solver_.add(clause);
  }
}

bool Candidates::proved(const FaultSet& faults) {
  const auto members = circuits_.faults().literals(faults);
  std::vector<Literal> assumptions;
  for (Literal v : circuits_.faults().ordered()) {
    assumptions.push_back(std::find(members.begin(), members.end(), v) == members.end() ? -v : v);
  }
  return !satisfiable(assumptions);
}

void Candidates::start(const FaultSet& faults) {
  const Literal active = solver_.new_variable();
  std::vector<Literal> clause{-active};
  for (Literal v : circuits_.faults().contained(faults)) clause.push_back(-v);
  solver_.add(clause);
  running_.emplace_back(faults, active);
}

void Candidates::stop(const FaultSet& faults) {
  const auto it = std::find_if(running_.begin(), running_.end(),
                               [&](const auto& r) { return r.first == faults; });
  if (it == running_.end()) return;
  solver_.add({-it->second});
  running_.erase(it);
}

}  // namespace ldfi::search
