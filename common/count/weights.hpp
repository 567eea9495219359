// What a state carries of the fault sets that lead to it, for a pass. Private to common/count.
//
// FaultSampler draws the number of lost messages uniformly, which is as if it drew a loss rate in
// [0, 1] and then lost each message with that probability, independently. At one rate, a pass
// multiplies probabilities. Over all rates, the probability is a polynomial, which Gauss's rule
// integrates exactly if there are enough rates. All numbers are positive, so rounding costs a few
// digits at most.
#pragma once

#include <valarray>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/count/ticks.hpp"

namespace ldfi::count {

/// How many fault sets there are.
struct Numbers {
  using Of = BigInt;
  Numbers(const Fspec& /*fspec*/, const Ticks& /*ticks*/, Meter& /*meter*/) {}
  [[nodiscard]] static Of none() { return 0; }
  [[nodiscard]] static Of one() { return 1; }
  /// Of the messages on a link, something is lost, or arrives.
  static void lose(Of& /*ways*/) {}
  static void deliver(Of& /*ways*/) {}
  /// So many omissions change nothing.
  [[nodiscard]] static Of unused(const Of& ways, unsigned omissions) { return ways << omissions; }
  /// So many nodes have crashed at the end.
  [[nodiscard]] static Of ended(const Of& ways, std::size_t /*crashed*/) { return ways; }
};

/// Numbers in (0, 1), and weights such that the weighted sum of a polynomial of a degree below twice
/// their number is its integral from 0 to 1.
struct Quadrature {
  std::valarray<double> at;
  std::valarray<double> rest;  ///< 1 - at
  std::valarray<double> weight;
};
[[nodiscard]] Quadrature gauss_legendre(std::size_t points, Meter& meter);

/// By number of crashed nodes: the probability that FaultSampler draws these, with these times.
[[nodiscard]] std::vector<double> crash_chances(const Fspec& fspec);

/// How probable their draw is, at each of several loss rates.
class Chances {
 public:
  using Of = std::valarray<double>;
  Chances(const Fspec& fspec, const Ticks& ticks, Meter& meter)
      : rates_(gauss_legendre(ticks.omissible() / 2 + 1, meter)), crashes_(crash_chances(fspec)) {}
  [[nodiscard]] Of none() const { return Of(0.0, rates_.at.size()); }
  [[nodiscard]] Of one() const { return Of(1.0, rates_.at.size()); }
  void lose(Of& ways) const { ways *= rates_.at; }
  void deliver(Of& ways) const { ways *= rates_.rest; }
  [[nodiscard]] static Of unused(const Of& ways, unsigned /*omissions*/) { return ways; }
  [[nodiscard]] Of ended(const Of& ways, std::size_t crashed) const {
    return ways * crashes_[crashed];
  }
  /// Over all rates.
  [[nodiscard]] double mean(const Of& ways) const { return (ways * rates_.weight).sum(); }

 private:
  const Quadrature rates_;
  const std::vector<double> crashes_;
};

}  // namespace ldfi::count
