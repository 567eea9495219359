// A random fault set while it is being drawn, with the distribution in
// docs/explanation/strategies.md#how-random-fault-sets-are-drawn. Private to common/faults.
//
// The C++ standard fixes the sequence of std::mt19937_64 but not the results of its distributions.
// So this class computes bounded numbers itself, which are the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "common/faults/fault_weights.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultDraw {
 public:
  FaultDraw(const Fspec& fspec, const FaultWeights& weights, std::mt19937_64& engine)
      : fspec_(fspec), weights_(weights), engine_(engine) {}

  [[nodiscard]] const Fspec& fspec() const { return fspec_; }
  /// Returns a uniform number in 0 … bound − 1. Requires bound > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// Returns a uniform tick in 1 … last. Requires last > 0.
  [[nodiscard]] Time tick(int last);
  /// Chooses `count` of the numbers below `total`; each choice is equally likely. Returns for each
  /// number whether it was chosen.
  [[nodiscard]] std::vector<bool> chosen(std::uint64_t total, std::uint64_t count);
  /// Returns a random number of faults of the kind, at most `most`. The weight of the kind decides
  /// how likely large numbers are.
  template <class Kind>
  [[nodiscard]] std::uint64_t number(std::uint64_t most) {
    return number(most, weights_.of<Kind>());
  }
  [[nodiscard]] NodeId place(NodeId*);
  [[nodiscard]] Disk place(Disk*);
  [[nodiscard]] Cut place(Cut*);
  /// Adds the fault, unless the Fspec does not admit it, an earlier fault excludes it, or one of
  /// the two has no effect if the other happens.
  void add(const Fault& fresh);
  /// Returns all faults that were added.
  [[nodiscard]] std::vector<Fault>& faults() { return faults_; }

 private:
  [[nodiscard]] std::uint64_t number(std::uint64_t most, std::uint64_t weight);

  const Fspec& fspec_;
  const FaultWeights& weights_;
  std::mt19937_64& engine_;
  std::vector<Fault> faults_;
};

}  // namespace ldfi
