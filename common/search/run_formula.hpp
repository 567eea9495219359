// The formula of one run, as the published search builds it [LDFI15 §4.3]: its models are the fault
// sets that could falsify the run's good outcome, as far as its lineage says (changes.hpp). They
// all contain the run's own faults, the seed. Of a run that ends in an arithmetic error, they are
// those that could undo the error.
#pragma once

#include <optional>
#include <vector>

#include "common/search/changes.hpp"

namespace ldfi::search {

class RunFormula {
 public:
  /// What could go wrong: a goal is violated, or (exact) an arithmetic error happens; or right: an
  /// error no longer happens.
  struct Target {
    sat::Literal violated;
    /// Ignore and conservative: the goal's pre is gone as well, so nothing would be promised
    /// [§4.3, the optimisation for pre and post]. By positive lineage alone: with guesses about
    /// negation nearly every fault set would count as vacuous.
    std::optional<sat::Literal> vacuous;
  };

  /// `run` has executed `seed` and violates nothing; it is read only here. Goals that nothing can
  /// reach are left out. Ignore and conservative ask about goals whose pre and post both hold;
  /// exact also about a pre that appears.
  RunFormula(const ground::Universe& universe, const ground::Executor& run, const FaultSet& seed,
             const Dependencies& dependencies, Negation negation, sat::Solver& solver);

  [[nodiscard]] const hazard::FaultVariables& faults() const { return faults_; }
  [[nodiscard]] const std::vector<Target>& targets() const { return targets_; }

 private:
  using Reasons = Changes::Reasons;

  void add_recovery(Changes& changes);
  void add_published(Changes& changes, Changes& positive);
  void add_exact(Changes& changes);
  /// A literal that implies one of each; none if one of them is empty.
  std::optional<sat::Literal> all_of(const std::vector<Reasons>& conditions);

  const ground::Universe& u_;
  const ground::Executor& run_;
  sat::Solver& solver_;
  hazard::FaultVariables faults_;
  std::vector<Target> targets_;
};

}  // namespace ldfi::search
