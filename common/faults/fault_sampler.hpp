// Random admissible fault sets, for random fault injection [LDFI15 §5.2]. The set with a given
// seed and index is the same on any machine and for any number of ranks. The distribution is
// described in docs/explanation/strategies.md#how-random-fault-sets-are-drawn.
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
  /// Returns the fault set with this index. Index 0 is the empty set, the failure-free run; the
  /// other sets are random.
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
