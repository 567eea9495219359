// Finds the fault sets that remain to be tried after executions of a deterministic system were
// recorded. A recording that passed answers for every fault set under which the same would have
// happened (docs/explanation/proof-by-recordings.md). Under these sets, each attempted message has
// the same fate (it arrives, is lost, late or duplicated), and each node crashes at the same
// moment. So the next set to try must differ in at least one of these points. The search ends,
// because every execution excludes its own fault set. If no set is left, each admissible fault set
// leads to the same execution as a recording that passed.
//
//   exact  depends on nothing except determinism.
//   state  also ignores the loss of a received message if the recording says that it changed
//          nothing: its receiver sent nothing (`silent`) and did not crash. It is only as right as
//          the recording.
//
// The clause published in [TRACE] requires only that a *delivered* message is lost. This certifies
// wrongly: if a system sends lost messages again in another way, its recording may have no
// delivered message at all.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/settings.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/recorded/fault_literals.hpp"
#include "common/solve/recorded/joining_literals.hpp"
#include "common/solve/recorded/steering.hpp"
#include "common/solve/recorded/untried.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::recorded {

class RecordedSearch final : public Untried {
 public:
  /// Requires an empty `solver`, and outcomes of one system under `fspec`. With a heuristic
  /// `steer`, next() first returns sets that are likely to violate a promise. If a counterexample
  /// is known, next() then returns sets that may be smaller counterexamples.
  RecordedSearch(std::unique_ptr<sat::Solver> solver, const systems::Fspec& fspec, ProofLevel level,
                 const std::vector<Outcome>& outcomes, systems::Steer steer = systems::Steer::none);

  /// Adds an outcome. Returns false if it has messages or activations that no earlier outcome has.
  [[nodiscard]] bool add(const Outcome& outcome) override;
  std::optional<systems::FaultSet> next() override;
  [[nodiscard]] bool settled() override;
  [[nodiscard]] bool steered() const override { return steered_; }
  void set_asked(const systems::FaultSet& faults) override;
  [[nodiscard]] bool answered(const systems::FaultSet& faults) override;
  /// Returns true if every admissible fault set has the outcome of a recording that passed, or
  /// contains a set that failed.
  [[nodiscard]] bool exhausted();
  /// Returns true if `failed` is a minimal counterexample: every admissible smaller set is known to
  /// pass. A smaller set has only some of these faults, or shorter delays.
  [[nodiscard]] bool minimal(const systems::FaultSet& failed);

 private:
  using Literals = std::vector<sat::Literal>;

  /// The state of the search for the least set under some assumptions. All smaller sizes are
  /// impossible. The search considers the faults in order, and chooses each fault if possible.
  struct Path {
    Literals assumptions;
    std::size_t size = 0;
    /// Decisions about the first faults, in order; positive if the fault was chosen.
    Literals decided;

    /// Changes the decision about the last chosen fault to "not chosen", and drops all later
    /// decisions. Returns false if no fault was chosen, which means that no set of this size is
    /// left.
    bool drop_last_choice();
  };

  void exclude(const Outcome& outcome);
  /// Returns true if the loss of the received message would change nothing, according to the
  /// recording. See ProofLevel::state.
  [[nodiscard]] bool meaningless(const systems::Course::Attempt& received,
                                 const Outcome& outcome) const;
  /// Adds literals to `out`. One of them must be true if the fate of a message differs (it arrives,
  /// is lost, late or duplicated). Returns the nodes that may lose a message without any effect
  /// except on the numbers of their later activations.
  std::set<std::string> add_other_message_fates(const Outcome& outcome, Literals& out);
  /// Adds literals to `out`. One of them must be true if `node` crashes at another moment than in
  /// the recording, or does not crash.
  void add_other_crash_moments(const Outcome& outcome, const std::string& node, bool renumbered,
                               Literals& out) const;
  /// Adds literals to `out`. One of them must be true if `node` is paused at another moment than in
  /// the recording, or is not paused.
  void add_other_pause_moments(const Outcome& outcome, const std::string& node, bool renumbered,
                               Literals& out) const;
  /// Returns true if a crash at this moment would change something in this execution.
  [[nodiscard]] bool strikes(const systems::Course& course, const FaultLiterals::NodeMoment& when,
                             bool renumbered) const;
  /// Returns the clause "the fault set differs from all sets that lead to this execution". With
  /// `no_less`, a set also satisfies the clause if a message is delivered after fewer activations.
  [[nodiscard]] Literals elsewhere(const Outcome& outcome, bool no_less = false);
  /// Returns the clause "the fault set does not contain all of these faults".
  [[nodiscard]] Literals without(const systems::FaultSet& faults) const;
  /// Returns the clause "the fault set does not consist of exactly these faults".
  [[nodiscard]] Literals clause_against_same_set(const systems::FaultSet& faults) const;
  [[nodiscard]] systems::FaultSet chosen(const Literals& yes) const;
  /// Returns true if the clauses and the assumptions can be true together. If `some` is not empty,
  /// one literal of `some` must also be true.
  bool satisfiable(const Literals& assumptions, const Literals& some = {});
  /// Adds clauses that exclude the sets of open_. So far the path of the search excluded them, but
  /// it will not be continued.
  void replace_path_by_clauses();
  /// Returns the least set under these assumptions. Returns nullopt if there is none.
  std::optional<systems::FaultSet> least(const Literals& assumptions);
  /// Returns the least set that is smaller than the smallest known counterexample. If this
  /// counterexample is large, only looks for a set with one fault less.
  std::optional<systems::FaultSet> smaller();
  /// Returns assumptions which say that only faults of this set are chosen, possibly with shorter
  /// delays.
  [[nodiscard]] Literals assumptions_for_subsets(const systems::FaultSet& faults) const;

  std::unique_ptr<sat::Solver> solver_;
  systems::Fspec fspec_;
  ProofLevel level_;
  FaultLiterals literals_;
  JoiningLiterals joinings_;
  std::optional<Steering> steering_;
  /// Smallest known counterexample. Only set if the search uses a heuristic.
  std::optional<systems::FaultSet> failed_;
  bool steered_ = false;
  std::optional<hazard::Counter> size_;
  Path path_;  ///< path of the last call of least()
  /// Sets that next() has returned and that have no outcome yet. The path of least() does not lead
  /// to them again.
  std::set<systems::FaultSet> open_;
  /// Assumption under which the clauses hold that exclude sets which next() returned, and sets of
  /// invalid recordings.
  Literals asked_;
};

}  // namespace ldfi::recorded
