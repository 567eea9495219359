// Queries the formula Φ for fault sets that are not proved harmless: the first one, and others to
// run at the same time. Together with learn(), this is a loop of candidate, check and refinement
// [CEGAR03].
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "common/dedalus/explore/scout.hpp"
#include "common/solve/hazard/circuits.hpp"

namespace ldfi::search {

class Candidates {
 public:
  /// Keeps references to both. Every fault of a set that is passed below must have a variable, see
  /// FaultVariables::literal(). Sets that were returned here satisfy this.
  Candidates(const ground::Universe& universe, sat::Solver& solver);

  /// Returns the first model of Φ in FaultSet order, or nullopt if Φ has no model (everything is
  /// proved).
  std::optional<FaultSet> least();
  /// Returns any model with as few faults as the least one, or nullopt if Φ has no model.
  std::optional<FaultSet> smallest();
  /// Returns a model with few faults that contains no running set, or nullopt if there is none.
  std::optional<FaultSet> another();

  /// Returns the index of a specification that some fault set may violate, or nullopt if it is
  /// proved for all that no fault set does. All later questions are about the returned
  /// specification; before the first call, they are about the first of all. Requires that the
  /// failure-free run violates none of them. Sets that were excluded before may be candidates
  /// again.
  std::optional<std::size_t> ask_about_one_of(const std::vector<std::size_t>& specifications);
  /// Makes all later questions be about this specification, which `falsifier` violates. If `least`
  /// is true, the search for the least falsifier begins with this set.
  void ask_about(std::size_t specification, const FaultSet& falsifier, bool least);
  /// Makes all later questions be about fault sets that end in an arithmetic error. Returns false
  /// if no set can, or if this is already the question. Sets that were excluded before may be
  /// candidates again.
  bool ask_for_errors();
  /// Returns true if some fault set may end in an arithmetic error.
  [[nodiscard]] bool errors_possible() const { return circuits_.error().has_value(); }

  /// Learns what an execution's lineage proves. Its ids must be those of the universe, see
  /// hazard::Circuits::expand().
  void learn(const Lineage& lineage);
  /// Learns every proof about the goals' cone. Afterwards, learn() can add only unfounded sets.
  void learn_everything() { circuits_.expand_everything(); }
  /// Excludes exactly this set. Needed only if the proof of its execution did not exclude it.
  void exclude(const FaultSet& faults);  ///< Excludes exactly this set. Needed only if the proof of
                                         ///< its execution did not exclude the set.
  /// Excludes this set and its supersets for the present question.
  void exclude_supersets(const FaultSet& faults);
  /// Excludes these sets and their supersets for all questions.
  void exclude_known(const std::vector<FaultSet>& known);
  /// Returns true if Φ already excludes the set.
  bool proved(const FaultSet& faults);
  /// Restricts the search to fault sets that are first among their mirror images, once Φ is known
  /// to have a model (symmetry.hpp). The first falsifier stays the first. Requires that falsifiers
  /// are only excluded together with all their mirror images, so forbids exclude_supersets() and
  /// exclude_known().
  void break_symmetry() { symmetric_ = true; }
  /// start() marks a set as running, stop() as no longer running.
  void start(const FaultSet& faults);
  void stop(const FaultSet& faults);

  /// Lets `scout` search for the least falsifier, too, whenever the solver takes long for an
  /// answer. Keeps a reference to the scout. The solver also calls `check`.
  void send(explore::Scout& scout, BudgetCheck check);
  /// Returns true if the scout was faster. Then least() returns the scout's set; smallest() returns
  /// it once and forgets it.
  [[nodiscard]] bool overtaken() const { return overtaken_.has_value(); }
  [[nodiscard]] std::uint64_t solve_ns() const { return solve_ns_; }

 private:
  /// A model of Φ, and the positions of its faults in ordered().
  struct Model {
    FaultSet faults;
    std::vector<std::size_t> positions;
  };
  /// Returns one of the smallest models and sets least_size_ to its size. Returns nullopt if Φ has
  /// no model.
  std::optional<Model> find_smallest();
  bool satisfiable(std::vector<sat::Literal> assumptions);
  sat::Answer ask(const std::vector<sat::Literal>& assumptions);
  void look_at_scout();
  void begin(std::optional<sat::Literal> question);
  /// Adds a clause that holds for the present question only.
  void add_to_question(std::vector<sat::Literal> clause);
  void use_symmetry();
  /// Returns an assumption for "at most k faults", or nullopt if k is not a restriction.
  std::optional<sat::Literal> at_most(std::size_t k);
  std::vector<sat::Literal> bounded(std::size_t k);
  /// Returns the last model of the solver.
  [[nodiscard]] Model model() const;
  Model minimise_lateness(Model best);
  FaultSet minimise_order(Model best);
  /// Returns assumptions for "at most as many faults as the least set, late by at most `ticks`
  /// ticks together".
  std::vector<sat::Literal> least_bounds(std::size_t ticks);

  sat::Solver& solver_;
  hazard::Circuits circuits_;
  std::optional<sat::Literal> question_;  ///< Circuits::violation() or error()
  std::optional<hazard::Counter> counter_;
  std::optional<hazard::Counter> ticks_;  ///< counts the ticks by which messages are late
  std::size_t least_size_ = 0;            ///< Φ has no model with fewer faults
  std::optional<Model> known_;            ///< a model of Φ that is still valid, if one is known
  std::vector<std::pair<FaultSet, sat::Literal>> running_;
  explore::Scout* scout_ = nullptr;
  /// True if symmetry is to be broken at the next model.
  bool symmetric_ = false;
  /// True if Φ is known to have a model.
  bool violable_ = false;
  /// Start of the present question to the solver.
  std::optional<std::chrono::steady_clock::time_point> asking_;
  std::optional<FaultSet> overtaken_;
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
