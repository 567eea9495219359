// Chooses the next fault set of a real system to execute: the least one whose outcome does not
// follow from the recordings, or one that a heuristic prefers. Several executions may run at once
// and end in any order.
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
    /// true to search for the least counterexample, false to search for all minimal counterexamples
    bool first = true;
    /// Heuristic for the first fault sets; only used if `first` is true.
    systems::Steer steer = systems::Steer::none;
    BudgetCheck check{};  ///< called while the next fault set is searched; may throw
  };

  /// `fspec` and `outcomes` must outlive this object. The caller must append each new outcome to
  /// `outcomes` before it calls settle(). If the caller replaces outcomes, it must call
  /// start_over() afterwards. The first outcome must be that of the failure-free run.
  Choice(const systems::Fspec& fspec, Settings settings, const std::vector<Outcome>& outcomes)
      : fspec_(fspec), settings_(std::move(settings)), outcomes_(outcomes) {}

  /// Searches for all minimal counterexamples instead of the least one. Must be called before
  /// next().
  void search_for_all() { settings_.first = false; }
  /// Announces that the caller draws fault sets at random until one violates a promise. After that,
  /// next() uses a heuristic to look for smaller sets.
  void announce_draws() { draws_ = true; }
  /// Announces that the last outcome belongs to a randomly drawn fault set. Such outcomes directly
  /// follow the first outcome.
  void note_drawn() { ++drawn_; }
  [[nodiscard]] std::size_t drawn() const { return drawn_; }

  /// Returns the next fault set to execute, which is not running yet. Returns nullopt if no fault
  /// set is left or all that are left are running.
  std::optional<systems::FaultSet> next();
  /// Announces that the fault set is running, or will be tried again, so that next() does not
  /// return it.
  void begin(const systems::FaultSet& faults) { under_way_.insert(faults); }
  /// Announces that the execution of `outcome.asked` has ended, and draws conclusions from its
  /// outcome.
  void settle(const Outcome& outcome);
  /// Drops all conclusions. The next call draws them again from the outcomes. A fault set that was
  /// returned but not begun may be returned again.
  void forget() { left_.reset(); }
  /// Drops all conclusions as forget() does. Also searches for the least counterexample again,
  /// because the caller has replaced some outcomes.
  void start_over();

  /// Returns true if a known counterexample comes before the fault set, so that its execution is
  /// not needed.
  [[nodiscard]] bool is_overtaken(const systems::FaultSet& faults) const {
    return best_ && *best_ < faults;
  }
  /// Returns true if the fault sets of all running executions come after the least known
  /// counterexample, so that the outcomes of these executions do not matter.
  [[nodiscard]] bool is_decided() const {
    return std::ranges::all_of(under_way_, [this](const auto& one) { return is_overtaken(one); });
  }
  /// Returns true if the least counterexample is searched and one is known.
  [[nodiscard]] bool has_counterexample() const { return best_.has_value(); }
  /// Returns true if the outcome of the fault set follows from a recording. Requires that each
  /// fault of the set occurs in an outcome.
  [[nodiscard]] bool is_answered(const systems::FaultSet& faults) {
    return left().answered(faults);
  }
  /// Returns the heuristic that next() uses at present.
  [[nodiscard]] systems::Steer steer() const;
  /// Returns how many outcomes there were when the heuristic ran out of fault sets. Returns 0
  /// before that.
  [[nodiscard]] std::size_t steered() const { return steered_; }
  /// Returns a search (see recorded_search.hpp) that has all outcomes. It calls `check` while it
  /// runs, which may throw.
  [[nodiscard]] std::unique_ptr<RecordedSearch> make_search(
      const BudgetCheck& check, systems::Steer steer = systems::Steer::none) const;

 private:
  /// Returns the outcomes without those random fault sets that passed. There are many of these, and
  /// they are of little use once a counterexample is known.
  [[nodiscard]] std::vector<Outcome> without_passed_draws() const;
  [[nodiscard]] Untried& left();
  /// Returns a FateTree, which is faster, if it supports the Fspec. Otherwise returns a search with
  /// a SAT solver.
  [[nodiscard]] std::unique_ptr<Untried> make_left();
  /// Returns the next fault set that the heuristic chooses. Waits for each outcome, so that the
  /// result does not depend on the number of workers.
  std::optional<systems::FaultSet> steered_next();
  void note_failure(const Outcome& outcome);

  const systems::Fspec& fspec_;
  Settings settings_;
  const std::vector<Outcome>& outcomes_;
  std::set<systems::FaultSet> under_way_;
  /// Least known fault set that violates a promise, if `first` is true.
  std::optional<systems::FaultSet> best_;
  std::unique_ptr<Untried> left_;
  bool no_tree_ = false;        ///< true if a FateTree cannot store the outcomes
  bool steering_over_ = false;  ///< true if the heuristic has run out of fault sets
  std::size_t steered_ = 0;
  bool draws_ = false;
  std::size_t drawn_ = 0;
};

}  // namespace ldfi::recorded
