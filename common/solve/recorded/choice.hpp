// Chooses the next fault set of a real system to execute: the least one whose outcome does not follow from the
// recordings, or one that a heuristic prefers. Several executions may run at once and end in any order.
//
//   Choice choice(plan.fspec, settings, outcomes);
//   while (auto faults = choice.next()) {
//     choice.begin(*faults);
//     outcomes.push_back(execute(*faults));
//     choice.settle(outcomes.back());
//   }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "common/base/meter.hpp"
#include "common/base/settings.hpp"
#include "common/solve/recorded/outcome.hpp"
#include "common/solve/recorded/recorded_search.hpp"
#include "common/solve/recorded/untried.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::recorded {

class Choice {
 public:
  struct Settings {
    SolverName solver{};
    std::uint64_t seed = 0;  ///< seed of the solver
    ProofLevel level{};
    bool deterministic = true;  ///< true if each fault set always has the same execution
    /// True: search for the least counterexample. False: search for all minimal ones.
    bool first = true;
    /// Heuristic for the first fault sets; only used if `first` is true.
    systems::Steer steer = systems::Steer::none;
    BudgetCheck check{};  ///< called while the next fault set is searched; may throw
  };

  /// `fspec` and `outcomes` must outlive this object. The caller must append each outcome to
  /// `outcomes` before it calls settle(), and replace outcomes before it calls start_over(). The
  /// first outcome is that of the failure-free run.
  Choice(const systems::Fspec& fspec, Settings settings, const std::vector<Outcome>& outcomes)
      : fspec_(fspec), settings_(std::move(settings)), outcomes_(outcomes) {}

  /// Searches for all minimal counterexamples instead of the least one. Must be called before
  /// next().
  void want_all() { settings_.first = false; }
  /// Notes that fault sets are drawn at random until one violates a promise. After that, next()
  /// looks for smaller sets by a heuristic.
  void begin_draws() { draws_ = true; }
  /// Notes that the last outcome is that of a drawn fault set. Such outcomes directly follow the
  /// first outcome.
  void note_drawn() { ++drawn_; }
  [[nodiscard]] std::size_t drawn() const { return drawn_; }

  /// Returns the next fault set that is not running. Returns nullopt if the outcomes so far leave
  /// none.
  std::optional<systems::FaultSet> next();
  /// Notes that the fault set is running, or will be tried again.
  void begin(const systems::FaultSet& faults) { under_way_.insert(faults); }
  /// Notes that the execution of `outcome.asked` has ended, and draws conclusions from its outcome.
  void settle(const Outcome& outcome);
  /// Drops all conclusions, which are then drawn again from the outcomes. A fault set that was
  /// returned but not begun may be returned again.
  void forget() { left_.reset(); }
  /// Does the same as forget(), and also searches for the least counterexample again, because some
  /// outcomes were replaced.
  void start_over();

  /// Returns true if a known counterexample comes before the fault set, so that its execution is
  /// not needed.
  [[nodiscard]] bool is_overtaken(const systems::FaultSet& faults) const {
    return best_ && *best_ < faults;
  }
  /// Returns true if no running execution can change the least counterexample.
  [[nodiscard]] bool is_decided() const {
    return std::ranges::all_of(under_way_, [this](const auto& one) { return is_overtaken(one); });
  }
  /// Returns true if the least counterexample is searched and one is known.
  [[nodiscard]] bool has_counterexample() const { return best_.has_value(); }
  /// Returns true if the outcome of the fault set follows from a recording. Requires that each of
  /// its faults occurs in an outcome.
  [[nodiscard]] bool is_answered(const systems::FaultSet& faults) {
    return left().answered(faults);
  }
  /// Returns the heuristic that next() uses at present.
  [[nodiscard]] systems::Steer steer() const;
  /// Returns how many outcomes there were when the heuristic had no further fault set. Returns 0
  /// before that.
  [[nodiscard]] std::size_t steered() const { return steered_; }
  /// Returns a search that contains all outcomes and calls `check` while it runs.
  [[nodiscard]] std::unique_ptr<RecordedSearch> make_search(
      const BudgetCheck& check, systems::Steer steer = systems::Steer::none) const;

 private:
  /// Returns all outcomes except those of drawn fault sets that passed. These are many, and of
  /// little use once a counterexample is known.
  [[nodiscard]] std::vector<Outcome> without_passed_draws() const;
  [[nodiscard]] Untried& left();
  /// Returns a FateTree if it supports the Fspec, otherwise a search with a solver.
  [[nodiscard]] std::unique_ptr<Untried> make_left();
  /// Does the same as next(), with a heuristic. Waits for each outcome, so that the result does not
  /// depend on the number of workers.
  std::optional<systems::FaultSet> steered_next();
  void note_failure(const Outcome& outcome);

  const systems::Fspec& fspec_;
  Settings settings_;
  const std::vector<Outcome>& outcomes_;
  std::set<systems::FaultSet> under_way_;
  /// Least known fault set that violates a promise, if `first` is true.
  std::optional<systems::FaultSet> best_;
  std::unique_ptr<Untried> left_;
  bool no_tree_ = false;        ///< true if the outcomes do not fit into a FateTree
  bool steering_over_ = false;  ///< true if the heuristic has no further fault set
  std::size_t steered_ = 0;
  bool draws_ = false;
  std::size_t drawn_ = 0;
};

}  // namespace ldfi::recorded
