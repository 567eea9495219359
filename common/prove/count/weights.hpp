// Weights of the fault sets that lead to a state, for a pass over states. Private to
// common/prove/count.
//
// FaultSampler draws the number of lost messages uniformly. This is equivalent to drawing a loss
// rate in [0, 1], and then losing each message independently with that probability. At one rate, a
// pass multiplies probabilities. As a function of the rate, the probability is a polynomial.
// Gauss's rule integrates it exactly if there are enough rates. All numbers are positive, so
// rounding costs at most a few digits.
#pragma once

#include <valarray>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/prove/count/links.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// Weights that are numbers of fault sets. They suffice for an Fspec that limits only the number of
/// crashes.
struct Numbers {
  using Of = BigInt;
  Numbers(const Fspec& /*fspec*/, const Ticks& /*ticks*/, Meter& /*meter*/) {}
  [[nodiscard]] static Of none() { return 0; }
  [[nodiscard]] static Of one() { return 1; }
  /// Returns true if no fault set leads to the state.
  [[nodiscard]] static bool is_none(const Of& /*ways*/) { return false; }
  /// Returns the weight after a choice of how messages with a common delay arrive.
  [[nodiscard]] static Of with(const Of& ways, const Choice& /*choice*/) { return ways; }
  /// Returns the weight after all messages on a link are lost.
  [[nodiscard]] static Of lost(const Of& ways) { return ways; }
  [[nodiscard]] static Of both(const Of& one, const Of& other) { return one * other; }
  /// Returns the weight of all choices for links and units on which faults have no effect.
  [[nodiscard]] static Of unused(const Links::Unused& number, const Links& links);
  /// Returns the weight at EOT if `crashed` nodes have crashed.
  [[nodiscard]] static Of ended(const Of& ways, std::size_t /*crashed*/) { return ways; }
};

/// Points in (0, 1) and their weights for integration. If the degree of a polynomial is below twice
/// the number of points, the weighted sum of its values is exactly its integral from 0 to 1.
struct Quadrature {
  std::valarray<double> at;
  std::valarray<double> rest;  ///< 1 − x for each integration point x
  std::valarray<double> weight;
};
[[nodiscard]] Quadrature gauss_legendre(std::size_t points, Meter& meter);

/// Returns a list. Element k is the probability that FaultSampler draws a given set of k crashing
/// nodes with given crash times.
[[nodiscard]] std::vector<double> crash_chances(const Fspec& fspec);

/// Weights that are the probabilities with which FaultSampler draws the fault sets, one for each
/// loss rate. Used for an Fspec that has only omissions and crashes, and limits only the crashes.
class Chances {
 public:
  using Of = std::valarray<double>;
  Chances(const Fspec& fspec, const Ticks& ticks, Meter& meter)
      : rates_(gauss_legendre(ticks.omissible() / 2 + 1, meter)), crashes_(crash_chances(fspec)) {}
  [[nodiscard]] Of none() const { return Of(0.0, rates_.at.size()); }
  [[nodiscard]] Of one() const { return Of(1.0, rates_.at.size()); }
  [[nodiscard]] static bool is_none(const Of& /*ways*/) { return false; }
  /// Returns the weight after the messages of a link were not lost. The Fspecs of this class have
  /// no delays.
  [[nodiscard]] Of with(const Of& ways, const Choice& /*choice*/) const {
    return ways * rates_.rest;
  }
  [[nodiscard]] Of lost(const Of& ways) const { return ways * rates_.at; }
  [[nodiscard]] static Of both(const Of& one, const Of& other) { return one * other; }
  [[nodiscard]] Of unused(const Links::Unused& /*number*/, const Links& /*links*/) const {
    return one();
  }
  [[nodiscard]] Of ended(const Of& ways, std::size_t crashed) const {
    return ways * crashes_[crashed];
  }
  /// Returns the integral of the weight over all loss rates.
  [[nodiscard]] double mean(const Of& ways) const { return (ways * rates_.weight).sum(); }

 private:
  const Quadrature rates_;
  const std::vector<double> crashes_;
};

}  // namespace ldfi::count
