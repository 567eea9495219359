// Asks the formula Φ for fault sets that are not proved harmless: the first of them, and others
// that differ from those being run. Together with learn(), it is the loop of candidate, check and
// refinement [CEGAR03].
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
  /// Both must outlive this. Every fault of a set that is passed below must have a variable, see
  /// FaultVariables::literal(): sets that were returned here do.
  Candidates(const ground::Universe& universe, sat::Solver& solver);

  /// The first model of Φ in FaultSet order; nothing if Φ has no model (everything is proved).
  std::optional<FaultSet> least();
  /// Any model with as few faults as the least one; nothing if Φ has no model.
  std::optional<FaultSet> smallest();
  /// Some model with few faults that contains no set being run; nothing if there is none.
  std::optional<FaultSet> another();

  /// One of these specifications of which it is not proved that nothing violates it; nothing if there
  /// is none. From now on the question is about that one; the first question is about the first of
  /// all. Requires that the failure-free run violates none of them. Sets that were excluded before may
  /// be candidates again.
  std::optional<std::size_t> ask_about_one_of(const std::vector<std::size_t>& specifications);
  /// The same for one that `falsifier` violates. If `least` is sought, the search begins there.
  void ask_about(std::size_t specification, const FaultSet& falsifier, bool least);
  /// From now on the question is which fault sets end in an arithmetic error, instead of which
  /// violate. False if no set can, or if this is the question already. Sets that were excluded
  /// before may be candidates again.
  bool ask_for_errors();
  /// True if some fault set may end in an arithmetic error.
  [[nodiscard]] bool errors_possible() const { return circuits_.error().has_value(); }

  /// Learns what an execution's lineage proves. Its ids must be those of the universe, see
  /// hazard::Circuits::expand().
  void learn(const Lineage& lineage);
  /// Learns every proof about the goals' cone. Only unfounded sets are left to learn afterwards.
  void learn_everything() { circuits_.expand_everything(); }
  /// Excludes exactly this set. Needed only if the proof of its execution did not exclude it.
  void exclude(const FaultSet& faults);
  /// Excludes this set and its supersets, for the present question.
  void exclude_supersets(const FaultSet& faults);
  /// Excludes these sets and their supersets, for all questions.
  void exclude_known(const std::vector<FaultSet>& known);
  /// True if Φ excludes the set already.
  bool proved(const FaultSet& faults);
  /// Once Φ is known to have a model, only fault sets that are not behind their mirror images are
  /// looked for (symmetry.hpp): the first falsifier is still the first. Requires that no falsifier is
  /// excluded but with all of its mirror images, so neither exclude_supersets() nor exclude_known().
  void break_symmetry() { symmetric_ = true; }
  /// start() and stop(): the set is being run, or no longer.
  void start(const FaultSet& faults);
  void stop(const FaultSet& faults);

  /// From now on `scout` also looks for the least falsifier whenever a question to the solver takes
  /// long. It must outlive this. The solver asks `check` as well.
  void send(explore::Scout& scout, BudgetCheck check);
  /// True if the scout was faster. Then least() returns what it found; smallest() returns it once
  /// and forgets it.
  [[nodiscard]] bool overtaken() const { return overtaken_.has_value(); }
  [[nodiscard]] std::uint64_t solve_ns() const { return solve_ns_; }

 private:
  /// A model of Φ, and where its faults stand in ordered().
  struct Model {
    FaultSet faults;
    std::vector<std::size_t> positions;
  };
  /// Nothing if Φ has no model; else one of the smallest, and least_size_ is its size.
  std::optional<Model> find_smallest();
  bool satisfiable(std::vector<sat::Literal> assumptions);
  sat::Answer ask(const std::vector<sat::Literal>& assumptions);
  void look_at_scout();
  void begin(std::optional<sat::Literal> question);
  /// Adds a clause that holds for the present question only.
  void add_to_question(std::vector<sat::Literal> clause);
  void use_symmetry();
  /// "At most k faults", as an assumption; nothing when k is no restriction.
  std::optional<sat::Literal> at_most(std::size_t k);
  std::vector<sat::Literal> bounded(std::size_t k);
  /// The solver's last model.
  [[nodiscard]] Model model() const;
  Model minimise_lateness(Model best);
  FaultSet minimise_order(Model best);
  /// "At most so many faults as the least, and so many ticks late all together", as assumptions.
  std::vector<sat::Literal> least_bounds(std::size_t ticks);

  sat::Solver& solver_;
  hazard::Circuits circuits_;
  std::optional<sat::Literal> question_;  ///< Circuits::violation() or error()
  std::optional<hazard::Counter> counter_;
  std::optional<hazard::Counter> ticks_;  ///< by which messages are late
  std::size_t least_size_ = 0;            ///< Φ has no model with fewer faults
  std::optional<Model> known_;            ///< a model of Φ as it is now
  std::vector<std::pair<FaultSet, sat::Literal>> running_;
  explore::Scout* scout_ = nullptr;
  bool symmetric_ = false;                                       ///< symmetry will be broken
  bool violable_ = false;                                        ///< Φ has a model
  std::optional<std::chrono::steady_clock::time_point> asking_;  ///< since when
  std::optional<FaultSet> overtaken_;
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
