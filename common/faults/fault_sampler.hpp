// Random admissible fault sets, for random fault injection [LDFI15 §5.2]: the i-th set of a seed is
// always the same one, on any machine and however many ranks draw.
//
// The paper says "failure combinations at random" and no more. This is the distribution here:
//   crashes    how many nodes crash is uniform in 0 … crashes; which of them, a uniform choice;
//   when
//              each one does, uniform in 1 … EOT, independently
//   omissions  how many messages are lost is uniform in 0 … L, where L counts the omissions
//   (a,b,t),
//              t ≤ EFF, that these crashes leave free; which of them, a uniform choice
// Uniform numbers of losses stand for every loss rate alike: it is as if each set drew a rate in
// [0, 1] first and then lost each message with that probability.
//
//   FaultSampler sets(fspec, seed);  for (i = 0; …; ++i) run(sets.draw(i));
#pragma once

#include <cstdint>

#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultSampler {
 public:
  FaultSampler(const Fspec& fspec, std::uint64_t seed);
  /// The set of that index. Index 0 is the empty set, the failure-free run; the others are drawn.
  [[nodiscard]] FaultSet draw(std::uint64_t index) const;

 private:
  std::uint64_t seed_;
  std::uint32_t nodes_;
  std::uint32_t crashes_;
  int eot_;
  int last_omission_;
};

}  // namespace ldfi
