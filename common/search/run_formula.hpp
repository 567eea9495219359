// The formula of one run, as the published search builds it [LDFI15 §4.3]. Its models are the fault
// sets that could turn the run's good outcome into a violation, as far as its lineage shows
// (changes.hpp). All models contain the faults of the run, which are called the seed. For a run
// that ends in an arithmetic error, the models are the sets that could undo the error.
#pragma once

#include <optional>
#include <vector>

#include "common/search/changes.hpp"

namespace ldfi::search {

class RunFormula {
 public:
  /// A goal of the formula: its literals say what a model achieves. For a run without errors, the
  /// goal is violated or, with `exact`, an arithmetic error happens. For a run with errors, the
  /// errors no longer happen.
  struct Target {
    sat::Literal violated;
    /// Literal which says that nothing would be promised, because the goal's `pre` is gone as well
    /// [§4.3, the optimisation for pre and post]. Only with `ignore` and `conservative`. Uses
    /// positive lineage alone: with guesses about negation, nearly every fault set would count as
    /// vacuous.
    std::optional<sat::Literal> vacuous;
  };

  /// Builds the formula of the run that `run` has executed under the faults `seed`. The run must
  /// violate nothing. Reads `run` only in the constructor. Leaves out goals that no fault set can
  /// violate. A goal is a tuple of `pre` that also has to be in `post`. If `negation` is
  /// `ignore` or `conservative`, both must hold in the run. If it is `exact`, faults may also make
  /// the tuple of `pre` hold.
  RunFormula(const ground::Universe& universe, const ground::Executor& run, const FaultSet& seed,
             const Dependencies& dependencies, Negation negation, sat::Solver& solver);

  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }
  [[nodiscard]] const std::vector<Target>& targets() const { return targets_; }

 private:
  using Reasons = Changes::Reasons;

  void add_recovery(Changes& changes);
  void add_published(Changes& changes, Changes& positive);
  void add_exact(Changes& changes);
  /// Returns a literal which implies that every condition has a true reason. Returns nullopt if a
  /// condition has no reason.
  std::optional<sat::Literal> all_of(const std::vector<Reasons>& conditions);

  const ground::Universe& u_;
  const ground::Executor& run_;
  sat::Solver& solver_;
  hazard::FaultVariables faults_;
  std::vector<Target> targets_;
};

}  // namespace ldfi::search
