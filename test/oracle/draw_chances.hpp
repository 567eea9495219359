// Computes the probability with which FaultSampler draws a fault set, as a rational number.
#pragma once

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi::test {

using Rational = boost::multiprecision::cpp_rational;

inline Rational choose(std::size_t n, std::size_t k) {
  Rational out = 1;
  for (std::size_t i = 0; i < k; ++i) out *= Rational(n - i, i + 1);
  return out;
}

/// Returns the probability with which the sampler draws the fault set. Follows the choices that
/// fault_sampler.hpp describes, one by one.
inline Rational chance_of(const FaultSet& faults, const Fspec& fspec) {
  std::vector<Fault> crashes;
  std::vector<bool> crashed(fspec.node_count());
  for (const Crash& crash : faults.all<Crash>()) {
    crashes.emplace_back(crash);
    crashed[crash.node.index()] = true;
  }
  Rational nodes = 0;  // probability that exactly these nodes crash
  for (std::uint32_t drawn = 0; drawn < (1U << fspec.node_count()); ++drawn) {
    bool these = true;
    for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
      const bool in = (drawn >> n & 1U) != 0;
      these = these && crashed[n] == (in && fspec.crashable(NodeId(n)));
    }
    const int size = std::popcount(drawn);
    if (!these || size > fspec.crashes()) continue;
    nodes +=
        1 / (choose(fspec.node_count(), static_cast<std::size_t>(size)) * (fspec.crashes() + 1));
  }
  for (std::size_t i = 0; i < crashes.size(); ++i) nodes /= fspec.eot();
  const FaultSet given(crashes);
  std::size_t free = 0;
  for (std::uint32_t a = 0; a < fspec.node_count(); ++a) {
    for (std::uint32_t b = 0; b < fspec.node_count(); ++b) {
      for (int t = 1; t <= fspec.last_omission() && a != b; ++t) {
        if (!fspec.omissible(NodeId(a), NodeId(b))) continue;
        if (!given.settles({NodeId(a), NodeId(b), Time(t)})) ++free;
      }
    }
  }
  if (fspec.limits().omissions) free = 0;
  return nodes / (choose(free, faults.size() - crashes.size()) * (free + 1));
}

}  // namespace ldfi::test
