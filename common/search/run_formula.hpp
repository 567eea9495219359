// The formula of one run, as the published search builds it [LDFI15 §4.3]. Its models are the fault
// sets that could turn the run's good outcome into a violation, as far as its lineage shows
// (changes.hpp). All models contain the run's own faults, the seed. For a run that ends in an
// arithmetic error, the models are the sets that could undo the error.
#pragma once

#include <optional>
#include <vector>

#include "common/search/changes.hpp"

namespace ldfi::search {

class RunFormula {
 public:
  /// The effect of a model: a goal is violated; with `exact`, also an arithmetic error. In a run
  /// with errors, the effect is that they no longer happen.
  struct Target {
    sat::Literal violated;
    /// With `ignore` and `conservative`: the goal's pre is gone as well, so nothing would be
    /// promised [§4.3, the optimisation for pre and post]. This uses positive lineage alone. With
    /// guesses about negation, nearly every fault set would count as vacuous.
    std::optional<sat::Literal> vacuous;
  };

  /// Requires that `run` has executed `seed` and violates nothing. Reads `run` only in the
  /// constructor. Leaves out goals that no fault set can violate. `ignore` and `conservative` cover
  /// goals whose pre and post both hold; `exact` also covers a pre that appears.
  RunFormula(const ground::Universe& universe, const ground::Executor& run, const FaultSet& seed,
             const Dependencies& dependencies, Negation negation, sat::Solver& solver);

  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }
  [[nodiscard]] const std::vector<Target>& targets() const { return targets_; }

 private:
  using Reasons = Changes::Reasons;

  void add_recovery(Changes& changes);
  void add_published(Changes& changes, Changes& positive);
  void add_exact(Changes& changes);
  /// Returns a literal that implies one reason of each condition, or nullopt if a condition has no
  /// reason.
  std::optional<sat::Literal> all_of(const std::vector<Reasons>& conditions);

  const ground::Universe& u_;
  const ground::Executor& run_;
  sat::Solver& solver_;
  hazard::FaultVariables faults_;
  std::vector<Target> targets_;
};

}  // namespace ldfi::search
