// A random fault set while it is being drawn (fault_sampler.hpp says with which chances). Private to
// common/faults.
//
// The C++ standard fixes the sequence of std::mt19937_64 but not its distributions, so bounded
// numbers are drawn here: the same ones on every machine.
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
  /// Uniform in 0 … bound − 1. Requires bound > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// Uniform in 1 … last. Requires last > 0.
  [[nodiscard]] Time tick(int last);
  /// A uniform choice of `count` numbers below `total`.
  [[nodiscard]] std::vector<bool> chosen(std::uint64_t total, std::uint64_t count);
  /// How many of at most `most` faults of the kind there are, by its weight.
  template <class Kind>
  [[nodiscard]] std::uint64_t number(std::uint64_t most) {
    return number(most, weights_.of<Kind>());
  }
  [[nodiscard]] NodeId place(NodeId*);
  [[nodiscard]] Disk place(Disk*);
  [[nodiscard]] Cut place(Cut*);
  /// Adds the fault, unless the Fspec does not admit it, an earlier one excludes it, or one of both
  /// has no effect beside the other.
  void add(const Fault& fresh);
  /// All that were added.
  [[nodiscard]] std::vector<Fault>& faults() { return faults_; }

 private:
  [[nodiscard]] std::uint64_t number(std::uint64_t most, std::uint64_t weight);

  const Fspec& fspec_;
  const FaultWeights& weights_;
  std::mt19937_64& engine_;
  std::vector<Fault> faults_;
};

}  // namespace ldfi
