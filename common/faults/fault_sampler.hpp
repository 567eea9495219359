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
//   partitions A number is uniform in 0 … partitions; for each, the side, the first tick and the
//              last one are uniform. What excludes an earlier one is left out.
//   failed     A number of failed writes is uniform in 0 … disk.write; for each, the node, the
//   writes     relation, the first tick in 1 … EFF and the last one in first … EFF are uniform.
//              What excludes an earlier one, or an outage, or has no effect, is left out.
//   omissions  The number of lost messages is uniform in 0 … L, where L counts the omissions
//              (a,b,t), t ≤ EFF, that the Fspec admits and the faults above leave free; or it is the
//              limit, if that is less. Which they are is a uniform choice.
// Where the Fspec limits the number of all faults, those above come first, in the order in which
// they are drawn, and omissions take what is left.
// These numbers are uniform where the kind's weight is 1, as it is by default. A kind of weight w
// draws its number from 0 … m by Pólya's urn [EP23], so it is n with probability
//   C(m,n) · B(n+w, m−n+1) / B(w, 1)   (B: Euler's beta function; the number is beta-binomial).
// That is as if each set first drew a rate r in [0, 1] whose distribution function is r^w, and then
// took each of the m faults with that probability. A kind has w/(w+1) of its most on average; one
// fault that may happen at most once happens w times as often as not. With w = 0 it never does.
// Only numbers depend on weights: which nodes, ticks and messages, is uniform as before.
// A uniform number of losses stands for every loss rate alike: it is as if each set first drew a
// rate in [0, 1] and then lost each message with that probability.
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
  /// The set number `index`. Number 0 is the empty set, the failure-free run; the others are
  /// random.
  [[nodiscard]] FaultSet draw(std::uint64_t index) const;
  /// That set without its omissions.
  [[nodiscard]] FaultSet draw_without_omissions(std::uint64_t index) const;

 private:
  [[nodiscard]] std::vector<Fault> draw_others(FaultDraw& draw) const;

  const Fspec fspec_;
  std::uint64_t seed_;
  FaultWeights weights_;
};

}  // namespace ldfi
