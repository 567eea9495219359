// Weights of the kinds of faults in random fault sets. With weight w, a fault of the kind happens
// with probability w/(w+1) if it is the only possible fault of its kind. The default is 1. Faults
// with weight 0 never happen. See docs/explanation/strategies.md#weights.
//
//   FaultWeights weights;
//   weights.of<Crash>() = FaultWeights::one / 5;
//   to_text(weights) → crashes=0.2
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// The weight of each kind in millionths. The weights are integers, so that random sets are the
/// same on every machine.
struct FaultWeights {
  static constexpr std::uint64_t one = 1'000'000;
  static constexpr std::uint64_t most = 1'000'000 * one;

  KindMap<std::uint64_t> kinds = KindMap<std::uint64_t>::all(one);
  /// The weights of kinds that only real systems have, by their names. A missing kind has weight 1.
  std::map<std::string, std::uint64_t, std::less<>> others{};
  bool operator==(const FaultWeights&) const = default;

  template <class Kind>
  [[nodiscard]] std::uint64_t& of() {
    return kinds.of<Kind>();
  }
  template <class Kind>
  [[nodiscard]] std::uint64_t of() const {
    return kinds.of<Kind>();
  }
  /// Returns the weight of the kind with this name, such as `delays`.
  [[nodiscard]] std::uint64_t named(std::string_view kind) const;
};

/// Returns the weight in millionths for a decimal number with at most six decimals. Returns nullopt
/// if the text is not such a number or exceeds FaultWeights::most.
[[nodiscard]] std::optional<std::uint64_t> read_weight(std::string_view text);
/// Returns the weight as a decimal number without trailing zeros, such as `0.2`.
[[nodiscard]] std::string show_weight(std::uint64_t millionths);

/// Returns the weights that are not 1, in the order of the kinds, such as `crashes=0.2,delays=4`.
/// Empty if all weights are 1.
[[nodiscard]] std::string to_text(const FaultWeights& weights);

}  // namespace ldfi
