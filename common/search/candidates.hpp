// Finds fault sets that are not yet proved harmless, with a SAT solver. They are the models of a
// formula, Φ. Finds the first such set, and others to execute at the same time. Together with
// learn(), this is a loop of candidate, check and refinement [CEGAR03].
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
  /// Keeps references to both arguments. Every fault of a set that is passed to a function below
  /// must have a variable, see FaultVariables::literal(). Sets that this object returned satisfy
  /// this.
  Candidates(const ground::Universe& universe, sat::Solver& solver);

  /// Returns the first fault set in FaultSet order that is not proved harmless (a model of the
  /// formula Φ). Returns nullopt if every set is proved harmless.
  std::optional<FaultSet> least();
  /// Returns any of the smallest fault sets that are not proved harmless, or nullopt if there is no
  /// such set.
  std::optional<FaultSet> smallest();
  /// Returns a model with few faults that contains no fault set which is being executed (start()),
  /// or nullopt if no such model exists.
  std::optional<FaultSet> another();

  /// Returns the index of one of these specifications that some fault set may violate. Returns
  /// nullopt if it is proved that no fault set violates any of them. All later calls search for
  /// fault sets that violate the returned specification. Before the first call, they search for
  /// violations of specification 0. Requires that the failure-free run violates none of these
  /// specifications. Sets that were excluded before may be candidates again.
  std::optional<std::size_t> select_open_specification(
      const std::vector<std::size_t>& specifications);
  /// Makes all later calls search for fault sets that violate this specification. `falsifier` is
  /// such a set. If `least` is true, the search for the least falsifier begins with this set.
  void set_specification(std::size_t specification, const FaultSet& falsifier, bool least);
  /// Makes all later calls search for fault sets that end in an arithmetic error. Returns false if
  /// no fault set can end in an error, or if the calls already search for errors. Sets that were
  /// excluded before may be candidates again.
  bool search_for_errors();
  /// Returns true if some fault set may end in an arithmetic error.
  [[nodiscard]] bool errors_possible() const { return circuits_.error().has_value(); }

  /// Adds clauses for what the lineage of an execution proves. The ids of the lineage must be those
  /// of the universe, see hazard::Circuits::expand().
  void learn(const Lineage& lineage);
  /// Adds clauses for every proof about the facts on which the goals depend. Afterwards, learn()
  /// can add only clauses about unfounded sets (facts that only support each other).
  void add_all_clauses() { circuits_.expand_everything(); }
  /// Excludes exactly this fault set. Needed only if the proof of its execution did not exclude the
  /// set.
  void exclude(const FaultSet& faults);
  /// Excludes this set and its supersets as answers to the current question.
  void exclude_supersets(const FaultSet& faults);
  /// Excludes these sets and their supersets as answers to all questions.
  void exclude_known(const std::vector<FaultSet>& known);
  /// Returns true if the formula already excludes the set, which is then proved harmless.
  bool proved(const FaultSet& faults);
  /// Lets the search use symmetry (symmetry.hpp). Mirror images are fault sets that differ only by
  /// a swap of interchangeable nodes. Once Φ is known to have a model, only sets that are first
  /// among their mirror images are candidates. The first falsifier stays the first. Requires that
  /// falsifiers are only excluded together with all their mirror images, so exclude_supersets() and
  /// exclude_known() must not be called.
  void break_symmetry() { symmetric_ = true; }
  /// Marks a fault set as being executed, see another(). stop() removes the mark.
  void start(const FaultSet& faults);
  void stop(const FaultSet& faults);

  /// Starts `scout`, which searches for the least falsifier by executing small fault sets in
  /// another thread. This happens whenever the solver takes long for an answer. Keeps a reference
  /// to the scout. The solver also calls `check`.
  void send(explore::Scout& scout, BudgetCheck check);
  /// Returns true if the scout, a second search in another thread, found the least falsifier before
  /// the solver did. Then least() returns the scout's set. smallest() returns the set once and then
  /// forgets it.
  [[nodiscard]] bool overtaken() const { return overtaken_.has_value(); }
  [[nodiscard]] std::uint64_t solve_ns() const { return solve_ns_; }

 private:
  /// A model of the formula, as a fault set, and the positions of its faults in ordered().
  struct Model {
    FaultSet faults;
    std::vector<std::size_t> positions;
  };
  /// Returns one of the smallest models of the formula and sets least_size_ to its size. Returns
  /// nullopt if the formula has no model.
  std::optional<Model> find_smallest();
  bool satisfiable(std::vector<sat::Literal> assumptions);
  sat::Answer ask(const std::vector<sat::Literal>& assumptions);
  void look_at_scout();
  void begin(std::optional<sat::Literal> question);
  /// Adds a clause that is valid only for the current question.
  void add_to_question(std::vector<sat::Literal> clause);
  void use_symmetry();
  /// Returns an assumption that means "at most k faults", or nullopt if every model has at most k
  /// faults.
  std::optional<sat::Literal> at_most(std::size_t k);
  std::vector<sat::Literal> bounded(std::size_t k);
  /// Returns the last model of the solver.
  [[nodiscard]] Model model() const;
  Model minimise_lateness(Model best);
  FaultSet minimise_order(Model best);
  /// Returns assumptions that mean "at most as many faults as the least set, and all delays
  /// together at most `ticks` ticks".
  std::vector<sat::Literal> least_bounds(std::size_t ticks);

  sat::Solver& solver_;
  hazard::Circuits circuits_;
  /// Literal of the current question: Circuits::violation() or error(). Nullopt if no fault set can
  /// violate a promise.
  std::optional<sat::Literal> question_;
  std::optional<hazard::Counter> counter_;
  std::optional<hazard::Counter> ticks_;  ///< counts the ticks by which messages are late
  std::size_t least_size_ = 0;            ///< no fault set with fewer faults is a model of the
                                          ///< formula
  std::optional<Model> known_;  ///< a model of the formula that later clauses did not exclude, or
                                ///< nullopt
  std::vector<std::pair<FaultSet, sat::Literal>> running_;
  explore::Scout* scout_ = nullptr;
  /// True if symmetry is to be used from the next model on.
  bool symmetric_ = false;
  /// True if the formula is known to have a model.
  bool violable_ = false;
  /// Time at which the current question to the solver began.
  std::optional<std::chrono::steady_clock::time_point> asking_;
  std::optional<FaultSet> overtaken_;
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
