#include "common/search/minimal_models.hpp"

#include <algorithm>

#include "common/base/phase.hpp"
#include "common/base/scoped_timer.hpp"

namespace ldfi::search {

using sat::Answer;
using sat::Literal;

MinimalModels::MinimalModels(const ground::Universe& universe, const ground::Executor& run,
                             const FaultSet& seed, const Dependencies& dependencies,
                             Negation negation, std::unique_ptr<sat::Solver> solver)
    : solver_(std::move(solver)), formula_(universe, run, seed, dependencies, negation, *solver_) {
  const auto fixed = formula_.faults().literals(seed);
  for (Literal v : formula_.faults().ordered()) {
    if (std::find(fixed.begin(), fixed.end(), v) == fixed.end()) free_.push_back(v);
  }
}

bool MinimalModels::satisfiable(const std::vector<Literal>& assumptions) {
  const Phase phase("solving");
  const ScopedTimer timer(solve_ns_);
  const Answer answer = solver_->solve(assumptions);
  return answer == Answer::satisfiable;
}

std::vector<Literal> MinimalModels::at_most(std::size_t faults) {
  if (faults >= free_.size()) return {};
  if (!counter_) counter_.emplace(*solver_, free_, faults + 1);
  counter_->extend(faults + 1);
  return {-counter_->at_least(faults + 1)};
}

std::optional<FaultSet> MinimalModels::take(const RunFormula::Target& target) {
  FaultSet model = formula_.faults().model(*solver_);
  std::vector<Literal> fixed;
  std::vector<Literal> block{-target.violated};
  for (Literal v : free_) {
    const bool in = solver_->value(v);
    fixed.push_back(in ? v : -v);
    if (in) block.push_back(-v);
  }
  solver_->add(block);
  if (target.vacuous) {
    fixed.push_back(*target.vacuous);
    if (satisfiable(fixed)) return std::nullopt;
  }
  return model;
}

std::optional<std::vector<FaultSet>> MinimalModels::next() {
  while (target_ < formula_.targets().size()) {
    const RunFormula::Target& target = formula_.targets()[target_];
    std::vector<Literal> assumptions = at_most(size_);
    const bool bounded = !assumptions.empty();
    assumptions.push_back(target.violated);
    std::vector<FaultSet> models;
    while (satisfiable(assumptions)) {
      if (auto model = take(target)) models.push_back(std::move(*model));
    }
    if (bounded && satisfiable({target.violated})) {
      ++size_;
    } else {
      ++target_;
      size_ = 1;
    }
    if (models.empty()) continue;
    std::sort(models.begin(), models.end());
    return models;
  }
  return std::nullopt;
}

}  // namespace ldfi::search
