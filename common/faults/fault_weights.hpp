// How much each kind of fault weighs in random fault sets (fault_sampler.hpp): the weight w of a
// kind stands to 1 as a fault of that kind to none. 1 is the default, 0 means never.
//
//   FaultWeights weights;  weights.of<Crash>() = FaultWeights::one / 5;  to_text(weights) → crashes=0.2
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// In millionths, so that what is drawn is the same on every machine.
struct FaultWeights {
  static constexpr std::uint64_t one = 1'000'000;
  static constexpr std::uint64_t most = 1'000'000 * one;

  KindMap<std::uint64_t> kinds = KindMap<std::uint64_t>::all(one);
  bool operator==(const FaultWeights&) const = default;

  template <class Kind>
  [[nodiscard]] std::uint64_t& of() {
    return kinds.of<Kind>();
  }
  template <class Kind>
  [[nodiscard]] std::uint64_t of() const {
    return kinds.of<Kind>();
  }
};

/// A decimal number of 0 or more with at most six decimals, in millionths; nothing if it is none, or
/// more than FaultWeights::most.
[[nodiscard]] std::optional<std::uint64_t> read_weight(std::string_view text);
/// `0.2`, without zeros at the end.
[[nodiscard]] std::string show_weight(std::uint64_t millionths);

/// `crashes=0.2,delays=4`: those that are not 1, in the order of the kinds. Empty if all are.
[[nodiscard]] std::string to_text(const FaultWeights& weights);

}  // namespace ldfi
