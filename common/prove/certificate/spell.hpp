// What begins, lasts and ends: that a node is down or paused, that a network is cut, that writes fail.
// Ticks next to each other are one such time, so a fault set says of each tick whether it is one of them.
#pragma once

#include <cstddef>
#include <vector>

#include "common/prove/certificate/circuit.hpp"

namespace ldfi::certificate {

struct Spell {
  std::vector<int> on;  ///< by tick, the first one being 0; where it cannot be, Circuit::no

  [[nodiscard]] int at(int t) const {
    const auto tick = static_cast<std::size_t>(t);
    return t < 0 || tick >= on.size() ? Circuit::no : on[tick];
  }
  [[nodiscard]] int begins(Circuit& circuit, int t) const {
    return circuit.all({at(t), -at(t - 1)});
  }
  /// It was on at the tick before.
  [[nodiscard]] int is_over(Circuit& circuit, int t) const {
    return circuit.all({at(t - 1), -at(t)});
  }
  /// The literals that say: from then to then, neither earlier nor later.
  [[nodiscard]] Clause exactly(int from, int until) const {
    Clause out{-at(from - 1), -at(until + 1)};
    for (int t = from; t <= until; ++t) out.push_back(at(t));
    return out;
  }
};

}  // namespace ldfi::certificate
