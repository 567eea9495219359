// The weights of the fault sets that lead to a state, for a pass over states. Private to common/prove/count.
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
#include "common/prove/count/links.hpp"
#include "common/prove/count/ticks.hpp"

namespace ldfi::count {

/// How many fault sets there are, where nothing but the number of crashes is limited.
struct Numbers {
  using Of = BigInt;
  Numbers(const Fspec& /*fspec*/, const Ticks& /*ticks*/, Meter& /*meter*/) {}
  [[nodiscard]] static Of none() { return 0; }
  [[nodiscard]] static Of one() { return 1; }
  /// True if nothing leads to the state after all.
  [[nodiscard]] static bool is_none(const Of& /*ways*/) { return false; }
  /// With that choice from the menu for one unit of the messages on a link.
  [[nodiscard]] static Of with(const Of& ways, const Choice& /*choice*/) { return ways; }
  /// All messages on a link are lost.
  [[nodiscard]] static Of lost(const Of& ways) { return ways; }
  [[nodiscard]] static Of both(const Of& one, const Of& other) { return one * other; }
  /// Any choice for so many links and units on which it changes nothing.
  [[nodiscard]] static Of unused(const Links::Unused& number, const Links& links);
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

/// How probable their draw is, at each of several loss rates. Of an Fspec with omissions and crashes
/// alone, of which it limits the crashes.
class Chances {
 public:
  using Of = std::valarray<double>;
  Chances(const Fspec& fspec, const Ticks& ticks, Meter& meter)
      : rates_(gauss_legendre(ticks.omissible() / 2 + 1, meter)), crashes_(crash_chances(fspec)) {}
  [[nodiscard]] Of none() const { return Of(0.0, rates_.at.size()); }
  [[nodiscard]] Of one() const { return Of(1.0, rates_.at.size()); }
  [[nodiscard]] static bool is_none(const Of& /*ways*/) { return false; }
  /// A link is one unit.
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
  /// Over all rates.
  [[nodiscard]] double mean(const Of& ways) const { return (ways * rates_.weight).sum(); }

 private:
  const Quadrature rates_;
  const std::vector<double> crashes_;
};

}  // namespace ldfi::count
