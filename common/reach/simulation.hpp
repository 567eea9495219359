// Executions of many fault sets that grow with the grounding, as the bits of machine words: what
// happens in one of them needs no solver to be possible. Half of the fault sets are random, with
// losses, partitions and crashes; the others begin like one that somebody found worth following.
#pragma once

#include <cstdint>
#include <vector>

#include "common/ground/lanes.hpp"
#include "common/ground/store.hpp"

namespace ldfi::reach {

class Simulation {
 public:
  explicit Simulation(const Fspec& fspec);

  /// Runs the store's new facts in all executions.
  void extend(const ground::Store& store);
  /// The fact happens in some execution.
  [[nodiscard]] bool seen(FactId f) const;
  /// Puts executions that have the faults of `models` up to `until` in the place of the oldest
  /// ones.
  void follow(const ground::Store& store, const std::vector<FaultSet>& models, Time until);

 private:
  /// How one fault set goes on after the prefix it follows.
  struct Course {
    std::uint64_t seed = 0;
    FaultSet prefix;
    int until = 0;  ///< the prefix decides omissions sent up to then
    std::vector<Crash> crashes;
  };
  struct Word {
    std::vector<Course> courses;           ///< by lane
    std::vector<ground::Lanes> holds;      ///< by fact
    std::vector<ground::Lanes> delivered;  ///< by channel
    std::size_t instances = 0;
  };

  void extend(const ground::Store& store, Word& word) const;
  [[nodiscard]] ground::Lanes fired(const ground::Store& store, const Word& word,
                                    const ground::PendingInstance& instance) const;
  [[nodiscard]] bool lost(const Course& course, const ground::Channel& channel) const;
  [[nodiscard]] std::vector<Crash> random_crashes(std::uint64_t seed) const;

  const Fspec& fspec_;
  std::vector<Word> words_;
  std::size_t oldest_;
  std::uint64_t next_seed_ = 1;
};

}  // namespace ldfi::reach
