// Enumerates all minimal models of the formula of one run (run_formula.hpp), for one goal (target)
// after the other. The models of a goal come by increasing number of faults that the run does not
// have. So a model is minimal if it contains none of the models found before.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/search/run_formula.hpp"
#include "common/solve/hazard/counter.hpp"

namespace ldfi::search {

class MinimalModels {
 public:
  /// Enumerates the models for the run that `run` has executed under the faults `seed`. `solver`
  /// must be empty. Keeps a reference to `universe`. Reads `run` and `dependencies` only in the
  /// constructor.
  MinimalModels(const ground::Universe& universe, const ground::Executor& run, const FaultSet& seed,
                const Dependencies& dependencies, Negation negation,
                std::unique_ptr<sat::Solver> solver);

  /// Returns all models with the next larger number of faults, sorted. Skips numbers without a
  /// model. Returns nullopt if no models are left.
  std::optional<std::vector<FaultSet>> next();
  [[nodiscard]] std::uint64_t solve_ns() const { return solve_ns_; }

 private:
  bool satisfiable(const std::vector<sat::Literal>& assumptions);
  std::vector<sat::Literal> at_most(std::size_t faults);
  /// Returns the solver's model, or nullopt if nothing would be promised under this model. Excludes
  /// the model and its supersets in both cases.
  std::optional<FaultSet> take(const RunFormula::Target& target);

  std::unique_ptr<sat::Solver> solver_;
  RunFormula formula_;
  std::vector<sat::Literal> free_;  ///< variables of the faults that the run does not have
  std::optional<hazard::Counter> counter_;
  std::size_t target_ = 0;
  std::size_t size_ = 1;  ///< the next models have so many faults beyond those of the run
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
