// All minimal models of one run's formula: target by target, by increasing number of faults beyond
// the seed, so that a model is minimal if it contains none that was found before.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/search/run_formula.hpp"
#include "common/solve/hazard/counter.hpp"

namespace ldfi::search {

class MinimalModels {
 public:
  MinimalModels(const ground::Universe& universe, const ground::Executor& run, const FaultSet& seed,
                const Dependencies& dependencies, Negation negation,
                std::unique_ptr<sat::Solver> solver);

  /// The next models, sorted; nothing when there are no more.
  std::optional<std::vector<FaultSet>> next();
  [[nodiscard]] std::uint64_t solve_ns() const { return solve_ns_; }

 private:
  bool satisfiable(const std::vector<sat::Literal>& assumptions);
  std::vector<sat::Literal> at_most(std::size_t faults);
  /// Notes the solver's model and blocks it with its supersets; nothing if it is vacuous.
  std::optional<FaultSet> take(const RunFormula::Target& target);

  std::unique_ptr<sat::Solver> solver_;
  RunFormula formula_;
  std::vector<sat::Literal> free_;  ///< fault variables that the seed does not have
  std::optional<hazard::Counter> counter_;
  std::size_t target_ = 0;
  std::size_t size_ = 1;  ///< of the models that come next
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
