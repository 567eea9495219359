// A random fault set while its faults are drawn.
// docs/explanation/strategies.md#how-random-fault-sets-are-drawn defines the distribution. Private
// to common/faults.
//
// The C++ standard defines the numbers of std::mt19937_64, but not those of its distributions. So
// this class computes bounded numbers itself, to get the same numbers on every machine.
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
  /// Returns a uniformly distributed number from 0 to bound − 1. Requires bound > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// Returns a uniformly distributed tick from 1 to last. Requires last > 0.
  [[nodiscard]] Time tick(int last);
  /// Chooses `count` of the numbers below `total`, each choice with the same probability. Returns
  /// for each number whether it was chosen.
  [[nodiscard]] std::vector<bool> chosen(std::uint64_t total, std::uint64_t count);
  /// Returns a random number of faults of this kind, at most `most`. A higher weight of the kind
  /// makes large numbers more likely.
  template <class Kind>
  [[nodiscard]] std::uint64_t number(std::uint64_t most) {
    return number(most, weights_.of<Kind>());
  }
  [[nodiscard]] NodeId place(NodeId*);
  [[nodiscard]] Disk place(Disk*);
  [[nodiscard]] Cut place(Cut*);
  /// Adds the fault unless the Fspec does not admit it, a fault added before excludes it, or one of
  /// them makes the other ineffective.
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
