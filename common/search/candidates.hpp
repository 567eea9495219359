// Questions to the formula Φ: the first fault set that is not proved harmless, and others that are
// different from those being run.
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
  Candidates(const ground::Universe& universe, sat::Solver& solver);

  /// The least model of Φ in FaultSet order; nothing if Φ has none (everything is proved).
  std::optional<FaultSet> least();
  /// Any of those models that have as few faults as the least.
  std::optional<FaultSet> smallest();
  /// Some model with few faults that is no superset of a set being run; nothing if there is none.
  std::optional<FaultSet> another();

  /// From now on the question is which fault sets end in an arithmetic error instead of which
  /// violate; false if none can. What was excluded before is not any more.
  bool ask_for_errors();

  void learn(const Lineage& lineage);
  /// Learns every proof about the goals' cone; afterwards only unfounded sets are left to learn.
  void learn_everything() { circuits_.expand_everything(); }
  /// Excludes exactly this set; needed only if its proof did not.
  void exclude(const FaultSet& faults);
  /// Excludes this set and its supersets for good.
  void exclude_supersets(const FaultSet& faults);
  /// True if Φ excludes the set already.
  bool proved(const FaultSet& faults);
  void start(const FaultSet& faults);
  void stop(const FaultSet& faults);

  /// From now on `scout`, which must outlive this, looks for the least falsifier at the same time
  /// where the solver takes long; `check` is what the solver asks besides.
  void send(explore::Scout& scout, BudgetCheck check);
  /// The scout was faster: least() is what it found, and smallest() gave it away once.
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
  /// A clause about the question that is asked now, and no other.
  void add_to_question(std::vector<sat::Literal> clause);
  /// "At most k faults", as an assumption; nothing when k is no restriction.
  std::optional<sat::Literal> at_most(std::size_t k);
  std::vector<sat::Literal> bounded(std::size_t k);
  /// The solver's last model.
  [[nodiscard]] Model model() const;
  FaultSet minimise_order(Model best);

  sat::Solver& solver_;
  hazard::Circuits circuits_;
  std::optional<sat::Literal> question_;  ///< Circuits::violation or error
  std::optional<hazard::Counter> counter_;
  std::size_t least_size_ = 0;  ///< Φ has no model with fewer faults
  std::vector<std::pair<FaultSet, sat::Literal>> running_;
  explore::Scout* scout_ = nullptr;
  bool violable_ = false;                                        ///< Φ has a model
  std::optional<std::chrono::steady_clock::time_point> asking_;  ///< since when
  std::optional<FaultSet> overtaken_;
  std::uint64_t solve_ns_ = 0;
};

}  // namespace ldfi::search
