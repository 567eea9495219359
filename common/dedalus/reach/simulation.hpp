// Simulates executions of many fault sets while the universe is grounded, with one bit of a machine
// word for each execution. A fact that happens in a simulated execution is possible, so the solver
// need not decide about it. Half of the fault sets are random, with losses, partitions and crashes.
// The others begin like a fault set that the solver found.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/lanes.hpp"
#include "common/dedalus/ground/store.hpp"

namespace ldfi::reach {

class Simulation {
 public:
  /// `program` and `fspec` must outlive this object. All functions must get the same store. Between
  /// calls, facts may be added to the store, but not removed.
  Simulation(const ground::Program& program, const Fspec& fspec);

  /// Evaluates the store's new facts and ground rules in all simulated executions. The result is
  /// exact if enter() and leave() marked all recursion. Otherwise facts that recursion derives may
  /// be missing.
  void extend(const ground::Store& store);
  /// Marks the beginning of a recursive stratum. Until leave(), all new ground rules must belong to
  /// this stratum.
  void enter(const ground::Store& store);
  void leave(const ground::Store& store);
  /// Returns true if the fact happens in some simulated execution. Requires that extend() has
  /// evaluated the fact.
  [[nodiscard]] bool seen(FactId f) const;
  /// Returns for each fact, in bit 0, whether the fact holds under `faults`. Messages that are sent
  /// after `until` are lost at random.
  [[nodiscard]] std::vector<ground::Lanes> run(const ground::Store& store, const FaultSet& faults,
                                               Time until) const;
  /// Replaces the oldest simulated executions by new ones. These have the faults of `models` up to
  /// `until`, and random losses afterwards.
  void follow(const ground::Store& store, const std::vector<FaultSet>& models, Time until);

 private:
  /// One simulated fault set: given faults up to a tick, and random losses after it.
  struct Course {
    std::uint64_t seed = 0;
    FaultSet prefix;
    int until = 0;  ///< last tick at which `prefix` decides the omissions
    FaultSet crashes;
  };
  struct Word {
    std::vector<Course> courses;  ///< the execution of each bit
    /// For each fact, the executions (as bits) in which it holds.
    std::vector<ground::Lanes> holds;
    /// For each channel, the executions (as bits) in which its message arrives.
    std::vector<ground::Lanes> delivered;
    std::size_t instances = 0;
    /// Index of the first element of loops_ that may not be evaluated completely.
    std::size_t loop = 0;
  };
  /// The ground rules of one recursive stratum: those with indices from `begin` to before `end`.
  struct Loop {
    std::size_t begin = 0;
    std::size_t end = endless;
  };
  static constexpr std::size_t endless = ~std::size_t{0};

  void extend(const ground::Store& store, Word& word) const;
  /// Evaluates the ground rules from `begin` to before `end` once, in their order. Returns true if
  /// some fact changed.
  static bool pass(const ground::Store& store, Word& word, std::size_t begin, std::size_t end);
  [[nodiscard]] static Word follower(const std::vector<FaultSet>& models, Time until,
                                     std::uint64_t seed);
  [[nodiscard]] static ground::Lanes fired(const ground::Store& store, const Word& word,
                                           const ground::PendingInstance& instance);
  [[nodiscard]] bool lost(const Course& course, const Channel& channel) const;
  [[nodiscard]] FaultSet random_crashes(std::uint64_t seed) const;

  const ground::Program& program_;
  const Fspec& fspec_;
  std::vector<Word> words_;
  std::vector<Loop> loops_;  ///< the recursive strata so far, in the order of their ground rules
  std::size_t oldest_;
  std::uint64_t next_seed_ = 1;
};

}  // namespace ldfi::reach
