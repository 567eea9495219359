#include "common/search/minimal_models.hpp"

#include <algorithm>
#include <chrono>

namespace ldfi::search {

using sat::Answer;
using sat::Literal;

MinimalModels::MinimalModels(const ground::Universe& universe, const ground::Executor& run,
                             const FaultSet& seed, const Dependencies& dependencies,
                             Negation negation, std::unique_ptr<sat::Solver> solver,
                             std::function<std::optional<double>()> time_left)
    : solver_(std::move(solver)),
      time_left_(std::move(time_left)),
      formula_(universe, run, seed, dependencies, negation, *solver_) {
  const auto fixed = formula_.faults().literals(seed);
  for (Literal v : formula_.faults().ordered()) {
    if (std::find(fixed.begin(), fixed.end(), v) == fixed.end()) free_.push_back(v);
  }
}

bool MinimalModels::satisfiable(const std::vector<Literal>& assumptions) {
  if (out_of_time_) return false;
  if (time_left_) {
    if (const auto left = time_left_()) {
      out_of_time_ = *left <= 0;
      if (out_of_time_) return false;
      solver_->set_time_limit(*left);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = solver_->solve(assumptions);
  solve_ns_ += static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
  out_of_time_ = answer == Answer::unknown;
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
  while (target_ < formula_.targets().size() && !out_of_time_) {
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
    if (out_of_time_) break;
    if (models.empty()) continue;
    std::sort(models.begin(), models.end());
    return models;
  }
  return std::nullopt;
}

}  // namespace ldfi::search
