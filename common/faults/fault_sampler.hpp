// Random admissible fault sets, for random fault injection [LDFI15 §5.2]. The i-th set of a seed is
// always the same one, on any machine and however many ranks draw.
//
// The paper says "failure combinations at random" and no more. The distribution here:
//   crashes    The number of nodes that crash is uniform in 0 … crashes. Which nodes crash is a
//              uniform choice; when each of them does is uniform in 1 … EOT, independently.
//   omissions  The number of lost messages is uniform in 0 … L, where L counts the omissions
//              (a,b,t), t ≤ EFF, that the crashes leave free. Which they are is a uniform choice.
// A uniform number of losses stands for every loss rate alike: it is as if each set first drew a
// rate in [0, 1] and then lost each message with that probability.
//
//   FaultSampler sets(fspec, seed);  for (i = 0; …; ++i) run(sets.draw(i));
#pragma once

#include <cstdint>

#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultSampler {
 public:
  FaultSampler(const Fspec& fspec, std::uint64_t seed);
  /// The set number `index`. Number 0 is the empty set, the failure-free run; the others are
  /// random.
  [[nodiscard]] FaultSet draw(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  std::uint32_t nodes_;
  std::uint32_t crashes_;
  int eot_;
  int last_omission_;
};

}  // namespace ldfi
