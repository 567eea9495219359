// Executions of many fault sets that grow with the grounding, as the bits of machine words: what
// happens in one of them needs no solver to be possible. Half of the fault sets are random, with
// losses, partitions and crashes; the others begin like one that somebody found worth following.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/lanes.hpp"
#include "common/dedalus/ground/store.hpp"

namespace ldfi::reach {

class Simulation {
 public:
  explicit Simulation(const Fspec& fspec);

  /// Runs the store's new facts in all executions. They are exact where enter() and leave() said
  /// what recursion there is; otherwise something that recursion derives may be missing.
  void extend(const ground::Store& store);
  /// The instances from here on, up to leave(), are of one recursive stratum.
  void enter(const ground::Store& store);
  void leave(const ground::Store& store);
  /// The fact happens in some execution.
  [[nodiscard]] bool seen(FactId f) const;
  /// What happens in the execution of one fault set: bit 0, by fact.
  [[nodiscard]] std::vector<ground::Lanes> run(const ground::Store& store, const FaultSet& faults,
                                               Time until) const;
  /// Puts executions that have the faults of `models` up to `until` in the place of the oldest
  /// ones.
  void follow(const ground::Store& store, const std::vector<FaultSet>& models, Time until);

 private:
  /// How one fault set goes on after the prefix it follows.
  struct Course {
    std::uint64_t seed = 0;
    FaultSet prefix;
    int until = 0;  ///< the prefix decides omissions sent up to then
    FaultSet crashes;
  };
  struct Word {
    std::vector<Course> courses;           ///< by lane
    std::vector<ground::Lanes> holds;      ///< by fact
    std::vector<ground::Lanes> delivered;  ///< by channel
    std::size_t instances = 0;
    std::size_t loop = 0;  ///< the first that may not be complete
  };
  /// Instances of one recursive stratum, [begin, end).
  struct Loop {
    std::size_t begin = 0;
    std::size_t end = endless;
  };
  static constexpr std::size_t endless = ~std::size_t{0};

  void extend(const ground::Store& store, Word& word) const;
  /// Runs the instances up to `end` once; true if that changed anything.
  static bool pass(const ground::Store& store, Word& word, std::size_t begin, std::size_t end);
  [[nodiscard]] static Word follower(const std::vector<FaultSet>& models, Time until,
                                     std::uint64_t seed);
  [[nodiscard]] static ground::Lanes fired(const ground::Store& store, const Word& word,
                                           const ground::PendingInstance& instance);
  [[nodiscard]] bool lost(const Course& course, const Channel& channel) const;
  [[nodiscard]] FaultSet random_crashes(std::uint64_t seed) const;

  const Fspec& fspec_;
  std::vector<Word> words_;
  std::vector<Loop> loops_;  ///< in order
  std::size_t oldest_;
  std::uint64_t next_seed_ = 1;
};

}  // namespace ldfi::reach
