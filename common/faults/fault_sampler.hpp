// Random admissible fault sets, for random fault injection [LDFI15 §5.2]. The i-th set of a seed is
// always the same one, on any machine and however many ranks draw.
//
// The paper says "failure combinations at random" and no more. The distribution here:
//   crashes    The number of nodes that crash is uniform in 0 … crashes. Which nodes crash is a
//              uniform choice; when each of them does is uniform in 1 … EOT, independently.
//   outages    Under CrashModel::stop, each of the nodes that crash is down before or after its
//              work at its tick, with equal chances. A number of restarts is uniform in
//              0 … restarts; for each, the node, the tick at which it crashes, before or after, and
//              the tick at which it restarts are uniform. What excludes an earlier one is left out.
//   omissions  The number of lost messages is uniform in 0 … L, where L counts the omissions
//              (a,b,t), t ≤ EFF, that the crashes leave free. Which they are is a uniform choice.
// A uniform number of losses stands for every loss rate alike: it is as if each set first drew a
// rate in [0, 1] and then lost each message with that probability.
//
//   FaultSampler sets(fspec, seed);  for (i = 0; …; ++i) run(sets.draw(i));
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

class FaultSampler {
 public:
  FaultSampler(Fspec fspec, std::uint64_t seed);
  /// The set number `index`. Number 0 is the empty set, the failure-free run; the others are
  /// random.
  [[nodiscard]] FaultSet draw(std::uint64_t index) const;
  /// Only the faults of nodes of that set.
  [[nodiscard]] FaultSet draw_of_nodes(std::uint64_t index) const;

 private:
  [[nodiscard]] std::vector<Fault> draw_crashes(std::mt19937_64& engine) const;

  const Fspec fspec_;
  std::uint64_t seed_;
};

}  // namespace ldfi
