// Random admissible fault sets, for random fault injection [LDFI15 §5.2]. The seed and the index
// determine the set, on any machine and for any number of processes.
// docs/explanation/strategies.md#how-random-fault-sets-are-drawn describes the distribution.
//
//   FaultSampler sets(fspec, seed);  for (i = 0; …; ++i) run(sets.draw(i));
#pragma once

#include <cstdint>
#include <vector>

#include "common/faults/fault_weights.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultDraw;

class FaultSampler {
 public:
  FaultSampler(Fspec fspec, std::uint64_t seed, const FaultWeights& weights = {});
  /// Returns the fault set with this index. The set with index 0 is empty; all others are random.
  [[nodiscard]] FaultSet draw(std::uint64_t index) const;
  /// Returns the fault set with this index without its omissions.
  [[nodiscard]] FaultSet draw_without_omissions(std::uint64_t index) const;

 private:
  [[nodiscard]] std::vector<Fault> draw_others(FaultDraw& draw) const;

  const Fspec fspec_;
  std::uint64_t seed_;
  FaultWeights weights_;
};

}  // namespace ldfi
